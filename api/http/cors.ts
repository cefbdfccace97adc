import type { MiddlewareHandler } from 'hono'
import { httpOrigin } from '../domain/http-origin'
import type { AppEnv } from './app-env'
import { requestHeader } from './request-header'

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

/** What `cors` sets on an answer to a call that is no preflight. @param origin the caller's, checked; null without one */
export const corsHeaders = (origin: string | null): Record<string, string> =>
  origin === null
    ? { Vary: 'Origin' }
    : {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      }

/**
 * Lets any web page read the client API's answers, errors too. That is safe because callers are known by their
 * Authorization header alone: a browser never adds one by itself. Which origins may use live mode is decided where
 * the app is known; a preflight names no app.
 */
export const cors: MiddlewareHandler<AppEnv> = async (context, next) => {
  const origin = httpOrigin(requestHeader(context, 'origin'))
  const preflight =
    context.req.method === 'OPTIONS' && requestHeader(context, 'access-control-request-method') !== undefined
  if (preflight) context.res = new Response(null, { status: 204 })
  else await next()
  if (context.get('isWhole')) return
  const { headers } = context.res
  headers.append('Vary', 'Origin')
  if (origin === null) return
  headers.set('Access-Control-Allow-Origin', origin)
  headers.set('Access-Control-Allow-Credentials', 'true')
  if (!preflight) return headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS)
  headers.set('Access-Control-Allow-Headers', ALLOWED_HEADERS)
  headers.set('Access-Control-Allow-Methods', ALLOWED_METHODS)
  headers.set('Access-Control-Max-Age', PREFLIGHT_LIFETIME_SECONDS)
}
