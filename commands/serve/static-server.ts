import { Hono } from 'hono'
import type { Context } from 'hono'
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { AppEnv } from '../../api/http/request'
import { callerIpAddress } from '../../api/http/request'

interface StaticServerOptions {
  /** Absolute path. */
  folder: string
  transformText: (text: string) => string
  /** Requests for other host names get a 421 response. */
  answersFor: (hostname: string) => boolean
  /** Additional headers by URL path. */
  headersFor: (pathname: string) => Record<string, string>
  /** True for a URL path whose content never changes, such as one with a hash. */
  isImmutable: (pathname: string) => boolean
  /** The URL path whose file is served for this one. */
  standsFor?: (pathname: string) => string
  /** Rewrites a page that is served for another path; null leaves it unchanged. */
  rewrite?: {
    page: (page: string, pathname: string, address: string) => Promise<string | null>
    /** TRUST_PROXY */
    trustProxyHops: number
  }
  /** Document for an unknown URL path, relative to the folder; served with status 404. */
  notFound?: (pathname: string) => string
}

/** Static files: GET and HEAD, ETag, brotli, nosniff, nothing outside the folder. */
export function createStaticServer(options: StaticServerOptions): Hono<AppEnv> {
  const load = createFileCache(options.transformText)
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    if (options.answersFor(new URL(c.req.url).hostname)) return next()
    return c.text('This server does not serve that host name.', 421, refusalHeaders)
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
    if (!options.notFound) return c.text('Not found.', 404, { ...refusalHeaders, ...headers })
    const page = await load(join(options.folder, options.notFound(pathname)))
    return c.body(new Uint8Array(page.body), 404, {
      ...headers,
      'Content-Type': page.type,
      'Cache-Control': 'no-cache',
    })
  })
  app.all('*', (c) => c.text('Method not allowed. Use GET or HEAD.', 405, { ...refusalHeaders, Allow: 'GET, HEAD' }))
  app.onError((_error, c) => c.text('The page could not be read.', 500, refusalHeaders))
  return app
}

/** Null if the file is served unchanged. */
async function particular(
  c: Context<AppEnv>,
  { type, body }: ServedFile,
  pathname: string,
  { rewrite, standsFor }: StaticServerOptions,
): Promise<string | null> {
  if (!rewrite || !type.startsWith('text/html') || (standsFor?.(pathname) ?? pathname) === pathname) return null
  return rewrite.page(body.toString('utf8'), pathname, callerIpAddress(c, rewrite.trustProxyHops))
}

const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/** For plain text responses. */
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

/**
 * Resolves a URL path to a file, its `index.html`, or the same name with `.html`.
 * @param folder absolute path; nothing outside it is served, not even through a symbolic link
 * @param pathname as in a URL, percent-encoded
 * @returns an absolute path, null if there is no such file
 */
async function resolveFile(folder: string, pathname: string): Promise<string | null> {
  const segments = safeSegments(pathname)
  if (!segments) return null
  const base = join(folder, ...segments)
  const candidates = pathname.endsWith('/')
    ? [join(base, 'index.html')]
    : [base, join(base, 'index.html'), `${base}.html`]
  const top = await realpath(folder).catch(() => null)
  if (top === null) return null
  for (const candidate of candidates) {
    const file = await realpath(candidate).catch(() => null)
    if (file?.startsWith(top + sep) && (await isFile(file))) return file
  }
  return null
}

/** Null for paths that no genuine link has: broken escapes, dot files, parent folders, foreign separators. */
function safeSegments(pathname: string): string[] | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  const segments = decoded.split('/').filter((segment) => segment !== '')
  return segments.some((segment) => segment.startsWith('.') || segment.includes(':')) ? null : segments
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isFile(),
    () => false,
  )

const COMPRESS_FROM_BYTES = 1_000
/** Fast enough for the first request, and within a few percent of the slow levels. */
const BROTLI_QUALITY = 5

interface ServedFile {
  type: string
  body: Buffer
  /** Null if compression would not help. */
  brotli: Buffer | null
  /** Strong validator of `body`, without quotes. */
  digest: string
}

/**
 * Caches files until they change on disk.
 * @param transformText applied to every document with URLs in it
 */
function createFileCache(transformText: (text: string) => string): (file: string) => Promise<ServedFile> {
  const known = new Map<string, { version: string; served: Promise<ServedFile> }>()
  return async (file) => {
    const info = await stat(file)
    const version = `${info.mtimeMs} ${info.size} ${info.ino}`
    const found = known.get(file)
    if (found?.version === version) return found.served
    const served = read(file, transformText)
    known.set(file, { version, served })
    served.catch(() => known.delete(file))
    return served
  }
}

async function read(file: string, transformText: (text: string) => string): Promise<ServedFile> {
  const type = contentType(file)
  const raw = await readFile(file)
  const body = holdsAddresses(type) ? Buffer.from(transformText(raw.toString('utf8'))) : raw
  const compressible = isCompressible(type) && body.length >= COMPRESS_FROM_BYTES
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  return {
    type,
    body,
    brotli: compressible ? await promisify(brotliCompress)(body, { params }) : null,
    digest: createHash('sha256').update(body).digest('base64url').slice(0, 22),
  }
}

/** Unlisted extensions are served as bytes (nosniff). */
const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
}

/** @param file a path or a name */
function contentType(file: string): string {
  return types[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}

/** Images, videos and fonts are compressed already. */
const isCompressible = (type: string): boolean => /^text\/|json|svg|xml/.test(type)

/** Documents that contain public URLs: pages, the site map, robots.txt. */
const holdsAddresses = (type: string): boolean => /^(text\/html|text\/plain|application\/xml);/.test(type)
