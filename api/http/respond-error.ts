import type { Context } from 'hono'
import type { ApiError } from '../domain/api-error'
import { toApiError } from '../domain/to-api-error'
import type { AppEnv } from './app-env'
import { callerAddress } from './caller-address'
import { callerOf } from './caller-of'
import { errorBody, retryAfter } from './error-body'
import { noteError } from './note-error'
import type { ErrorServices } from './note-error'

/** Turns whatever was thrown into the one error shape. */
export function respondError(services: ErrorServices, trustProxyHops: number) {
  return (thrown: unknown, context: Context<AppEnv>): Response => {
    const error = toApiError(thrown)
    prepareErrorHeaders(services, context, error, trustProxyHops)
    const init = new Response(null, { status: error.status, headers: { 'Content-Type': 'application/json' } })
    return context.newResponse(JSON.stringify(errorBody(error)), init)
  }
}

/** Sets the headers an error brings along, and notes it: see `noteError`. */
export function prepareErrorHeaders(
  services: ErrorServices,
  context: Context<AppEnv>,
  error: ApiError,
  trustProxyHops: number,
): void {
  const caller = () => context.get('caller') ?? callerOf(context, callerAddress(context, trustProxyHops))
  noteError(services, error, { requestId: context.get('requestId'), caller })
  const seconds = retryAfter(error)
  if (seconds !== undefined) context.header('Retry-After', String(seconds))
  // The rest of a body of unknown length would be read to its end before the next request.
  if (context.req.header('transfer-encoding') !== undefined) context.header('Connection', 'close')
}
