import type { RateLimitName } from '../../../contract/rate-limits'
import type { RateLimiter } from '../../ports/rate-limiter'
import { ApiError } from '../../lib/errors'

/** Counts one use; false instead of an error, where the caller must not learn that a limit was passed. */
export async function tryTake(rateLimiter: RateLimiter, limit: RateLimitName, key: string): Promise<boolean> {
  try {
    await rateLimiter.take(limit, key)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'too-many-requests') return false
    throw error
  }
}
