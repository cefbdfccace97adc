import { Hono } from 'hono'
import type { Context } from 'hono'
import { join } from 'node:path'
import type { AppEnv } from '../../api/http/request'
import { callerAddress } from '../../api/http/request'
import { createFileCache } from './file-cache'
import type { ServedFile } from './file-cache'
import { resolveFile } from './resolve-file'

/** What one folder of files needs to be a web site. */
export interface StaticServerOptions {
  /** Absolute path. */
  folder: string
  transformText: (text: string) => string
  /** False for a host name that is not this site's; such a request is answered 421. */
  answersFor: (hostname: string) => boolean
  /** Headers of an answer, by URL path; they come on top of the ones every answer has. */
  headersFor: (pathname: string) => Record<string, string>
  /** True for a URL path whose content never changes, as with a hash in its name. */
  isImmutable: (pathname: string) => boolean
  /** The URL path whose file answers for another one: a page that reads more from its address. */
  standsFor?: (pathname: string) => string
  /** Makes a page that says more from one whose path stands for another; null leaves it as it is. */
  rewrite?: {
    page: (page: string, pathname: string, address: string) => Promise<string | null>
    /** TRUST_PROXY */
    trustProxyHops: number
  }
  /** Document for unknown paths, relative to the folder; served with status 404. */
  notFound?: string
}

/** A server of static files: GET and HEAD, ETag and 304, brotli, no sniffing, nothing outside the folder. */
export function createStaticServer(options: StaticServerOptions): Hono<AppEnv> {
  const load = createFileCache(options.transformText)
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    if (options.answersFor(new URL(c.req.url).hostname)) return next()
    return c.text('This server does not answer for that host name.', 421, refusalHeaders)
  })
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const pathname = new URL(c.req.url).pathname
    const headers = { ...commonHeaders, ...options.headersFor(pathname) }
    const file = await resolveFile(options.folder, options.standsFor?.(pathname) ?? pathname)
    if (file) {
      const served = await load(file)
      const page = await particular(c, served, pathname, options)
      if (page !== null)
        return c.body(page, 200, { ...headers, 'Content-Type': served.type, 'Cache-Control': 'no-cache' })
      return answer(c, served, headers, options.isImmutable(pathname))
    }
    if (!options.notFound) return c.text('There is nothing at this address.', 404, { ...refusalHeaders, ...headers })
    const page = await load(join(options.folder, options.notFound))
    return c.body(new Uint8Array(page.body), 404, {
      ...headers,
      'Content-Type': page.type,
      'Cache-Control': 'no-cache',
    })
  })
  app.all('*', (c) => c.text('This address takes GET and HEAD only.', 405, { ...refusalHeaders, Allow: 'GET, HEAD' }))
  app.onError((_error, c) => c.text('The page could not be read.', 500, refusalHeaders))
  return app
}

/** Null where the file is served as it is. */
async function particular(
  c: Context<AppEnv>,
  { type, body }: ServedFile,
  pathname: string,
  { rewrite, standsFor }: StaticServerOptions,
): Promise<string | null> {
  if (!rewrite || !type.startsWith('text/html') || (standsFor?.(pathname) ?? pathname) === pathname) return null
  return rewrite.page(body.toString('utf8'), pathname, callerAddress(c, rewrite.trustProxyHops))
}

const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/** Of an answer that is a sentence, and loads nothing. */
const refusalHeaders = { ...commonHeaders, 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" }

function answer(c: Context<AppEnv>, file: ServedFile, headers: Record<string, string>, immutable: boolean): Response {
  const brotli = file.brotli && acceptsBrotli(c.req.header('Accept-Encoding')) ? file.brotli : null
  const etag = `"${file.digest}${brotli ? '-br' : ''}"`
  const all: Record<string, string> = {
    ...headers,
    'Content-Type': file.type,
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    ...(file.brotli && { Vary: 'Accept-Encoding' }),
    ...(brotli && { 'Content-Encoding': 'br' }),
  }
  if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304, all)
  return c.body(new Uint8Array(brotli ?? file.body), 200, all)
}

/** `br;q=0` refuses it. */
const acceptsBrotli = (header = ''): boolean =>
  header.split(',').some((part) => /^\s*br\s*($|;(?!\s*q=0(\.0*)?\s*$))/i.test(part))

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
