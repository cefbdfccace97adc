import type { Context } from 'hono'
import { describeError, toApiError } from '../lib/errors'
import type { ApiError } from '../lib/errors'
import type { AppEnv } from './request'
import { callerAddress, callerOf, factsOf } from './request'
import type { ErrorBody, ErrorCode } from '../../contract/errors'
import type { Caller } from '../lib/security-log'
import type { Services } from '../ports/services'
import { refusalEvent } from './security-events'
import { isReported } from './logging'

/** Answers whatever was thrown in the one error shape. */
export function respondError(services: ErrorServices, trustProxyHops: number) {
  return (thrown: unknown, context: Context<AppEnv>): Response => {
    const error = toApiError(thrown)
    prepareErrorHeaders(services, context, error, trustProxyHops)
    const init = new Response(null, { status: error.status, headers: { 'Content-Type': 'application/json' } })
    return context.newResponse(JSON.stringify(errorBody(error)), init)
  }
}

/** Sets the headers that belong to an error, and reports it: see `reportError`. */
export function prepareErrorHeaders(
  services: ErrorServices,
  context: Context<AppEnv>,
  error: ApiError,
  trustProxyHops: number,
): void {
  const caller = () => context.get('caller') ?? callerOf(context, callerAddress(context, trustProxyHops))
  reportError(services, error, { requestId: context.get('requestId'), caller })
  const seconds = retryAfter(error)
  if (seconds !== undefined) context.header('Retry-After', String(seconds))
  // The rest of a body of unknown length would be read to its end before the next request.
  if (context.req.header('transfer-encoding') !== undefined) context.header('Connection', 'close')
}

export type ErrorServices = Pick<Services, 'log' | 'securityLog'>

/** Anybody can cause these: their owners log them once. */
const LOGGED_ONCE: ReadonlySet<ErrorCode> = new Set(['webhook-not-configured'])

/**
 * Logs what the owner must look at, under an ID that the caller can name, and writes what may be an attack to the security
 * log. A caller's own mistakes are not logged.
 * @param caller called only where there is something to write
 */
function reportError(
  { log, securityLog }: ErrorServices,
  error: ApiError,
  { requestId, caller }: { requestId: string; caller: () => Caller },
): void {
  const refusal = isReported(error) ? null : refusalEvent(error)
  if (refusal) securityLog.write(refusal.event, { ...factsOf(caller()), reason: refusal.reason })
  if (error.status < 500 || LOGGED_ONCE.has(error.code)) return
  log.error({ requestId, code: error.code, error: describeError(error.cause ?? error) }, 'request failed')
}

/** The one shape of an error. The caller gets code and message; the cause stays here. */
export function errorBody(error: ApiError): ErrorBody {
  const { code, message, provider, methods, puzzle } = error
  const retryAfterSeconds = retryAfter(error)
  return {
    code,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(provider !== undefined && { provider }),
    ...(methods !== undefined && { methods }),
    ...(puzzle !== undefined && { puzzle }),
  }
}

/** Whole seconds, for the header and the body alike; undefined where an error has none. */
export function retryAfter({ retryAfterSeconds }: ApiError): number | undefined {
  return retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds))
}
