import { ApiError } from '../domain/api-error'

/** What a database or the disk below it says when it cannot answer, as opposed to a mistake in a statement. */
const UNAVAILABLE =
  /^(SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOTADB|READONLY)|ENOSPC|EROFS|ECONNREFUSED|ECONNRESET)/u
const CAUSES_FOLLOWED_MAX = 5

/** The error that a caller is told: its own if it is an ApiError, else `service-unavailable` or `unknown-error`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(isUnavailable(error) ? 'service-unavailable' : 'unknown-error', { cause: error })
}

function isUnavailable(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < CAUSES_FOLLOWED_MAX && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && UNAVAILABLE.test(current.code)) return true
    if (current.message === 'The database connection is not open') return true
    current = current.cause
  }
  return false
}
