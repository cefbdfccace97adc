import type { Context, MiddlewareHandler } from 'hono'
import { httpOrigin } from '../features/apps/identify-app'
import type { AppEnv } from './request'
import type { RequestHooks } from './logging'
import { headersOf, requestHeader } from './request'
import { isLoopback } from '../lib/text'
import { ApiError } from '../lib/errors'
import { parseUrl } from '../../contract/parse-url'

/** What published clients send (their preflights were read off the wire), and what our site adds. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'referring-path',
  'x-api-key',
  'x-app-id',
  'x-session-id',
  'x-user-agent',
  // Ours: a visitor's attempts at an assessment.
  'x-visitor-token',
].join(', ')
const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE'
const EXPOSED_HEADERS = 'Retry-After, X-Request-Id, Content-Disposition'
const PREFLIGHT_LIFETIME_SECONDS = '7200'

/** What `corsHeadersHook` sets on every answer. */
export const VARY = { Vary: 'Origin' } as const

/** And what it sets on an answer to a call that is no preflight. @param origin the caller's, checked */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
})

/**
 * Lets any web page read the client API's answers, errors too. That is safe because callers are known by their
 * Authorization header alone: a browser never adds one by itself. Which origins may use live mode is decided where
 * the app is known; a preflight names no app. What is to be said of it `corsHeadersHook` says: a step that waits costs a request
 * as much as one that does something.
 */
export const cors: MiddlewareHandler<AppEnv> = (context, next) => {
  const isPreflight =
    context.req.method === 'OPTIONS' && requestHeader(headersOf(context), 'access-control-request-method') !== undefined
  context.set('cors', isPreflight ? 'preflight' : 'call')
  if (!isPreflight) return next()
  context.res = new Response(null, { status: 204 })
  return Promise.resolve()
}

/** The headers of an answer that `cors` let through. */
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
 * The caller's origin.
 * @returns null when no Origin header came: a server, a script, or a page's own GET
 * @throws {ApiError} `domain-not-permitted` for an opaque origin (`null`: sandboxed frames, local files) or another scheme
 */
export function requireHttpOrigin(header: string | undefined): string | null {
  if (header === undefined) return null
  const origin = httpOrigin(header)
  if (origin === null) throw new ApiError('domain-not-permitted')
  return origin
}

/**
 * Refuses a form that another site's page submitted. Browsers that send Sec-Fetch-Site are taken at that word: our
 * pages have `Referrer-Policy: no-referrer`, which turns their own Origin header into `null`. A request without
 * either header comes from no browser, so there is no stored state it could abuse.
 * @param ownOrigin PUBLIC_API_URL
 * @throws {ApiError} `access-denied`
 */
export function requireSameOrigin(request: Request, ownOrigin: string): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const same = site === null ? origin === null || isOwn(origin, request, ownOrigin) : site === 'same-origin'
  if (!same) throw new ApiError('access-denied', { event: 'origin-refused' })
}

/** Our public origin, or the one this very request was sent to. */
function isOwn(origin: string, request: Request, ownOrigin: string): boolean {
  return origin === ownOrigin || parseUrl(origin)?.host === new URL(request.url).host
}

/** Headers by which a proxy or a tunnel says that it passes a request on: then the caller is not on this machine. */
const PROXY_HEADERS =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|(?:x-|true-)?client-ip|cf-.*|fly-client-ip)$/u

/** A foreign name that was made to point here (DNS rebinding) finds nothing, and neither does what a proxy passes on. */
export const requireLoopbackName: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (!isByLoopbackName(context)) throw new ApiError('not-found')
  await next()
}

/**
 * Whether a request comes from this machine, as far as it says: by a loopback name, in its address and in its Host header, and
 * without a word of a proxy.
 */
export function isByLoopbackName({ req }: Pick<Context, 'req'>): boolean {
  const isProxied = Object.keys(req.header()).some((name) => PROXY_HEADERS.test(name))
  const host = req.header('host')
  const named = host === undefined || isLoopback(parseUrl(`http://${host}`)?.hostname ?? '')
  return !isProxied && named && isLoopback(new URL(req.url).hostname)
}
