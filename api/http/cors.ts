import type { Context, MiddlewareHandler } from 'hono'
import { parseUrl } from '../../contract/parse-url'
import { ApiError } from '../lib/errors'
import { isLoopback } from '../lib/text'
import type { RequestHooks } from './logging'
import { type AppEnv, headersOf, requestHeader } from './request'

/** Headers of published clients (recorded from their preflights) and of the site. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'referring-path',
  'x-api-key',
  'x-app-id',
  'x-session-id',
  'x-user-agent',
  // The site's: attempts of visitors.
  'x-visitor-token',
].join(', ')
const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE'
const EXPOSED_HEADERS = 'Retry-After, X-Request-Id, Content-Disposition'
/** A day, Firefox's maximum; Chromium keeps it for two hours, Safari for ten minutes. */
const PREFLIGHT_LIFETIME_SECONDS = '86400'

/** Set by `corsHeadersHook` on every response. */
export const VARY = { Vary: 'Origin' } as const

/** For everything but preflights. @param origin the caller's, checked */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
})

/**
 * Any page may read client API responses, including errors: only the Authorization header identifies callers, and browsers never add it by
 * themselves. `identifyApp` decides which origins may use live mode, because a preflight names no app.
 */
export const cors: MiddlewareHandler<AppEnv> = (context, next) => {
  const isPreflight =
    context.req.method === 'OPTIONS' && requestHeader(headersOf(context), 'access-control-request-method') !== undefined
  context.set('cors', isPreflight ? 'preflight' : 'call')
  if (!isPreflight) return next()
  context.res = new Response(null, { status: 204 })
  return Promise.resolve()
}

export const corsHeadersHook: RequestHooks = {
  end(context) {
    const kind = context.get('cors')
    if (kind === undefined || context.get('isWhole')) return
    const origin = httpOrigin(requestHeader(headersOf(context), 'origin'))
    const { headers } = context.res
    headers.append('Vary', 'Origin')
    if (origin === null) return
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Allow-Credentials', 'true')
    if (kind === 'call') return headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS)
    headers.set('Access-Control-Allow-Headers', ALLOWED_HEADERS)
    headers.set('Access-Control-Allow-Methods', ALLOWED_METHODS)
    headers.set('Access-Control-Max-Age', PREFLIGHT_LIFETIME_SECONDS)
  },
}

/**
 * @returns null without an Origin header: a server, a script, or a page's own GET
 * @throws {ApiError} `domain-not-permitted` for an opaque origin (`null`: sandboxed frames, local files) or another scheme
 */
export function requireHttpOrigin(header: string | undefined): string | null {
  if (header === undefined) return null
  const origin = httpOrigin(header)
  if (origin === null) throw new ApiError('domain-not-permitted')
  return origin
}

/** Null when it is absent, `null`, another scheme, or more than an origin. */
export function httpOrigin(named: string | undefined): string | null {
  const url = named === undefined ? null : parseUrl(named)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return `${url.origin}/` === url.href ? url.origin : null
}

/**
 * CSRF check. Sec-Fetch-Site decides, because `Referrer-Policy: no-referrer` turns our own Origin into `null`. A request without both
 * headers does not come from a browser.
 * @param ownOrigin PUBLIC_API_URL
 * @throws {ApiError} `access-denied`
 */
export function requireSameOrigin(request: Request, ownOrigin: string): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const same = site === null ? origin === null || isOwn(origin, request, ownOrigin) : site === 'same-origin'
  if (!same) throw new ApiError('access-denied', { event: 'origin-refused' })
}

function isOwn(origin: string, request: Request, ownOrigin: string): boolean {
  return origin === ownOrigin || parseUrl(origin)?.host === new URL(request.url).host
}

/** Added by proxies and tunnels: the caller may be on another machine. */
const PROXY_HEADERS =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|(?:x-|true-)?client-ip|cf-.*|fly-client-ip)$/u

/** 404 for foreign host names (DNS rebinding) and for proxied requests. */
export const requireLoopbackName: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (!isByLoopbackName(context)) throw new ApiError('not-found')
  await next()
}

/** A loopback name in URL and Host header, and no header of a proxy. */
export function isByLoopbackName({ req }: Pick<Context, 'req'>): boolean {
  const isProxied = Object.keys(req.header()).some((name) => PROXY_HEADERS.test(name))
  const host = req.header('host')
  const named = host === undefined || isLoopback(parseUrl(`http://${host}`)?.hostname ?? '')
  return !isProxied && named && isLoopback(new URL(req.url).hostname)
}
