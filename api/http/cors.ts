import type { MiddlewareHandler } from 'hono'
import { httpOrigin } from '../features/apps/identify-app'
import type { AppEnv } from './app-env'
import type { Around } from './around'
import { headersOf, requestHeader } from './request-header'

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

/** What `tellOrigin` sets on every answer. */
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
 * the app is known; a preflight names no app. What is to be said of it `tellOrigin` says: a step that waits costs a request
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
export const tellOrigin: Around = {
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
