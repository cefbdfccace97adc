import { ApiError } from '../lib/errors'
import type { RateLimitName } from '../../contract/rate-limits'

/** Counts by key. A key that names a caller by IPv6 (`callerAddress`) also counts in the wider networks of `ipv6Networks`. */
export interface RateLimiter {
  /**
   * Counts one use, in every network of the key or in none.
   * @throws ApiError `too-many-requests` with the seconds to wait when the limit is passed
   */
  take(limit: RateLimitName, key: string): Promise<void>
  /** Whether `take` would still succeed; counts nothing. */
  allows(limit: RateLimitName, key: string): Promise<boolean>
  /** Takes back the latest use, after the thing that only counts when it fails succeeded. */
  giveBack(limit: RateLimitName, key: string): Promise<void>
  /** Forgets the uses of one key, after the thing that was limited succeeded. */
  clear(limit: RateLimitName, key: string): Promise<void>
}

/** Counts one use; returns false instead of an error, for callers that must not reveal the limit. */
export async function tryTake(rateLimiter: RateLimiter, limit: RateLimitName, key: string): Promise<boolean> {
  try {
    await rateLimiter.take(limit, key)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'too-many-requests') return false
    throw error
  }
}
