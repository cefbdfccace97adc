import type { Context } from 'hono'
import type { ErrorBody, ErrorCode } from '../../contract/errors'
import type { ApiError } from '../domain/api-error'
import type { Services } from '../ports/services'
import type { AppEnv } from './app-env'
import { describeError } from './describe-error'
import { tellRefusal } from './tell-refusal'
import { toApiError } from '../domain/to-api-error'

type ErrorServices = Pick<Services, 'log' | 'securityLog'>

/**
 * Turns whatever was thrown into the one error shape. The caller gets code and message; the log gets the cause,
 * under an id that the caller can name.
 */
export function respondError(services: ErrorServices, trustProxyHops: number) {
  return (thrown: unknown, context: Context<AppEnv>): Response => {
    const error = toApiError(thrown)
    prepareErrorHeaders(services, context, error, trustProxyHops)
    const { code, message, status, provider } = error
    const retryAfterSeconds = wholeSeconds(error)
    const body: ErrorBody = {
      code,
      message,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(provider !== undefined && { provider }),
    }
    const init = new Response(null, { status, headers: { 'Content-Type': 'application/json' } })
    return context.newResponse(JSON.stringify(body), init)
  }
}

/** Anybody can cause these: whoever throws them tells the log once. */
const LOGGED_ONCE: ReadonlySet<ErrorCode> = new Set(['webhook-not-configured'])

/**
 * Sets the headers an error brings along and logs what the owner must look at; a caller's own mistakes are not logged,
 * what may be an attack goes to the security log.
 */
export function prepareErrorHeaders(
  { log, securityLog }: ErrorServices,
  context: Context<AppEnv>,
  error: ApiError,
  trustProxyHops: number,
): void {
  tellRefusal(securityLog, context, error, trustProxyHops)
  const seconds = wholeSeconds(error)
  if (seconds !== undefined) context.header('Retry-After', String(seconds))
  if (error.status < 500 || LOGGED_ONCE.has(error.code)) return
  const requestId = context.get('requestId')
  log.error({ requestId, code: error.code, error: describeError(error.cause ?? error) }, 'request failed')
}

function wholeSeconds({ retryAfterSeconds }: ApiError): number | undefined {
  return retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds))
}
