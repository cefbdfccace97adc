import { ApiError } from './api-error'

/** The error that a caller is told: its own if it is an ApiError (adapters map theirs), else `unknown-error`. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('unknown-error', { cause: error })
}
