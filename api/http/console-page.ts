import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context, Handler, Hono } from 'hono'
import { CONSOLE_PATH } from '../../contract/admin/console-session'
import { parseUrl } from '../../contract/parse-url'
import { ApiError } from '../lib/errors'
import { isLoopback } from '../lib/text'
import { isByLoopbackName } from './cors'
import { readCookie, writeCookie } from './page-kit'
import { type AppEnv, callerIpAddress } from './request'
import { chooseEncoding, type Encoding } from './responses'
import { methodNotAllowed } from './router'
import type { Services } from './services'

type Guarded = Pick<Context, 'req'>
type GuardServices = Pick<Services, 'console' | 'urls'>

/**
 * The console is for its own host: that of PUBLIC_API_URL, or a loopback name. DNS rebinding and other host names get nothing.
 * @param ipAddress IP address, as far as TRUST_PROXY trusts it
 * @throws ApiError `not-found` while the console is off, `wrong-host`, `https-required` outside loopback, `access-denied` for an address
 * outside CONSOLE_ALLOW
 */
export function requireConsoleHost(
  { console: settings, urls }: GuardServices,
  context: Guarded,
  ipAddress: string,
): void {
  if (!settings.enabled) throw new ApiError('not-found')
  if (!isByLoopbackName(context)) {
    const own = new URL(urls.api)
    if (context.req.header('host') !== own.host) throw new ApiError('wrong-host')
    if (own.protocol !== 'https:' && !isLoopback(own.hostname)) throw new ApiError('https-required')
  }
  if (settings.allows && !settings.allows(ipAddress)) throw new ApiError('access-denied')
}

/**
 * For every call with the cookie or for one. A browser states where a call comes from; whatever does not state it is refused.
 * @throws ApiError `access-denied`
 */
export function requireConsolePage({ urls }: Pick<Services, 'urls'>, context: Guarded): void {
  const isSameOrigin = context.req.header('sec-fetch-site') === 'same-origin'
  if (!isSameOrigin || !isOwnOrigin(context, urls.api)) throw new ApiError('access-denied', { event: 'origin-refused' })
}

function isOwnOrigin(context: Guarded, apiUrl: string): boolean {
  const origin = context.req.header('origin')
  if (origin === undefined || origin === apiUrl) return true
  const host = context.req.header('host') ?? new URL(context.req.url).host
  return isByLoopbackName(context) && parseUrl(origin)?.host === host
}

const COOKIE = 'console_session'

/** The session token in the console's cookie; null without one. */
export const readConsoleCookie = ({ urls }: Pick<Services, 'urls'>, { req }: Guarded): string | null =>
  readCookie(req.header('cookie') ?? null, COOKIE, urls.api)

/** A value of Set-Cookie. @param token null deletes the cookie */
export const writeConsoleCookie = (
  { urls }: Pick<Services, 'urls'>,
  token: string | null,
  lifetimeSeconds: number,
): string =>
  writeCookie(COOKIE, token ?? '', {
    path: '/',
    seconds: token === null ? 0 : lifetimeSeconds,
    sameSite: 'Strict',
    apiUrl: urls.api,
  })

/** Required for every call with the cookie. @throws ApiError `access-denied`; comparing digests keeps the timing independent of the token */
export function requireConsoleToken({ secrets }: Pick<Services, 'secrets'>, { req }: Guarded, expected: string): void {
  const sent = req.header('console-token') ?? ''
  if (secrets.digest(sent) !== secrets.digest(expected))
    throw new ApiError('access-denied', { event: 'origin-refused' })
}

/**
 * `entrance`: setup, login and invitation, which need the membership script. `preview`: in a frame, the script with a draft. `index`:
 * everything else.
 */
type PageName = 'index' | 'entrance' | 'preview'

const ENTRANCES = new Set(['login', 'setup', 'invitation'].map((name) => `${CONSOLE_PATH}/${name}`))
const PREVIEW = `${CONSOLE_PATH}/preview`

const pageAt = (path: string): PageName => (ENTRANCES.has(path) ? 'entrance' : path === PREVIEW ? 'preview' : 'index')

/** The built console: three pages, and hashed files below `assets/`. */
export interface ConsolePage {
  /** Null without a build, as for files that it does not have. */
  readPage(name: PageName): Promise<PageFile | null>
  readAsset(name: string, encoding: Encoding): Promise<AssetFile | null>
}

interface PageFile {
  html: string
  hash: string
  /** Hashes of styles that a component library adds: `sha256-…`. */
  styleHashes: readonly string[]
}

interface AssetFile {
  body: Buffer
  /** As stored; null: not compressed. */
  encoding: Encoding
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

/** Vite's names: `screen-DfG3_k2A.js`. No path can leave the folder. */
const ASSET_NAME = /^[\w-]+(\.[\w-]+)*\.[a-z0-9]+$/u
const STYLE_HASH = /^sha256-[A-Za-z0-9+/]{43}=$/u

/** Cached in memory. @param options.watch read the page at every request (development) */
export function createConsolePage({ folder, watch }: { folder: string; watch: boolean }): ConsolePage {
  const assets = new Map<string, AssetFile>()
  const pages = new Map<PageName, PageFile>()
  return {
    async readPage(name) {
      const known = pages.get(name)
      if (known && !watch) return known
      const html = await readOrNull(join(folder, `${name}.html`))
      if (html === null) return null
      const hash = createHash('sha256').update(html).digest('base64url')
      const page = { html: html.toString('utf8'), hash, styleHashes: await readStyleHashes(folder) }
      pages.set(name, page)
      return page
    },
    async readAsset(name, wanted) {
      const file = join(folder, 'assets', name)
      for (const encoding of wanted === 'br' ? (['br', null] as const) : [wanted, null]) {
        const key = `${name} ${encoding ?? ''}`
        const known = assets.get(key)
        if (known) return known
        const body = await readOrNull(file + suffixes[encoding ?? 'plain'])
        if (body === null) continue
        const found = { body, encoding }
        // Names are hashed, so a file never changes.
        if (!watch) assets.set(key, found)
        return found
      }
      return null
    },
  }
}

const suffixes = { br: '.br', gzip: '.gz', plain: '' } as const

async function readStyleHashes(folder: string): Promise<string[]> {
  const text = await readOrNull(join(folder, 'style-hashes.json'))
  const named: unknown = text === null ? [] : JSON.parse(text.toString('utf8'))
  return Array.isArray(named)
    ? named.filter((one): one is string => typeof one === 'string' && STYLE_HASH.test(one))
    : []
}

async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return (await stat(file)).isFile() ? await readFile(file) : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}

/** Exactly what the page needs, all from its own origin. The preview is in our own frame and shows the app's logo from anywhere. */
const consolePolicy = (styleHashes: readonly string[], page: PageName = 'index'): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' '),
    "connect-src 'self'",
    page === 'preview' ? "img-src 'self' data: https: http:" : "img-src 'self' data:",
    "font-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    page === 'preview' ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Before the CORS boundary, after the paths of sessions. Every path that is no file is a route of the page. */
export function bindConsolePage(
  app: Hono<AppEnv>,
  services: Services,
  page: ConsolePage,
  trustProxyHops: number,
): void {
  const guarded =
    (serve: Handler<AppEnv>): Handler<AppEnv> =>
    (context, next) => {
      requireConsoleHost(services, context, callerIpAddress(context, trustProxyHops))
      return serve(context, next)
    }
  app.get(
    `${CONSOLE_PATH}/assets/:name`,
    guarded((context) => answerAsset(context, page)),
  )
  app.all(`${CONSOLE_PATH}/assets/*`, guarded(methodNotAllowed(['GET'])))
  for (const path of [CONSOLE_PATH, `${CONSOLE_PATH}/*`]) {
    app.get(
      path,
      guarded((context) => answerPage(context, page)),
    )
    app.all(path, guarded(methodNotAllowed(['GET'])))
  }
}

async function answerPage(context: Context<AppEnv>, page: ConsolePage): Promise<Response> {
  const name = pageAt(context.req.path)
  const file = await page.readPage(name)
  if (file === null) throw new ApiError('not-found', { message: 'The console is not built. Run "npm run build".' })
  const etag = `"${file.hash}"`
  context.header('Content-Security-Policy', consolePolicy(file.styleHashes, name))
  context.header('Cross-Origin-Resource-Policy', 'same-origin')
  context.header('Cross-Origin-Opener-Policy', 'same-origin')
  context.header('Cache-Control', 'no-cache')
  context.header('ETag', etag)
  if (context.req.header('if-none-match')?.includes(etag)) return context.body(null, 304)
  return context.html(file.html)
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

async function answerAsset(context: Context<AppEnv>, page: ConsolePage): Promise<Response> {
  const name = context.req.param('name') ?? ''
  const type = TYPES[extname(name)]
  const file =
    type && ASSET_NAME.test(name)
      ? await page.readAsset(name, chooseEncoding(context.req.header('accept-encoding')))
      : null
  if (file === null || type === undefined) throw new ApiError('not-found')
  context.header('Content-Type', type)
  context.header('Cache-Control', IMMUTABLE)
  context.header('Vary', 'Accept-Encoding')
  context.header('Cross-Origin-Resource-Policy', 'same-origin')
  if (file.encoding) context.header('Content-Encoding', file.encoding)
  return context.body(new Uint8Array(file.body), 200)
}
