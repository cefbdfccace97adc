import type { ErrorBody } from '../../contract/errors'
import type { ApiError } from '../domain/api-error'

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

/** Whole seconds, for the header and the body alike; undefined where an error says nothing of them. */
export function retryAfter({ retryAfterSeconds }: ApiError): number | undefined {
  return retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds))
}
