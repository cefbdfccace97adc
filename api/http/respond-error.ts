import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { ErrorBody } from '../../contract/errors'
import type { ApiError } from '../domain/api-error'
import type { AppEnv } from './app-env'
import { describeError } from './describe-error'
import { toApiError } from './to-api-error'

/**
 * Turns whatever was thrown into the one error shape. The caller gets code and message; the log gets the cause,
 * under an id that the caller can name.
 */
export function respondError(log: Logger) {
  return (thrown: unknown, context: Context<AppEnv>): Response => {
    const error = toApiError(thrown)
    logServerError(log, context, error)
    return errorResponse(error)
  }
}

/** Writes what the owner must look at; a caller's own mistakes are not logged beyond the request line. */
export function logServerError(log: Logger, context: Context<AppEnv>, error: ApiError): void {
  if (error.status < 500) return
  const requestId = context.get('requestId')
  context.header('X-Request-Id', requestId)
  log.error({ requestId, code: error.code, error: describeError(error.cause ?? error) }, 'request failed')
}

/** The JSON answer of an ApiError. */
export function errorResponse(error: ApiError): Response {
  const { code, message, status, retryAfterSeconds } = error
  const body: ErrorBody = { code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }
  return Response.json(body, { status, headers })
}
