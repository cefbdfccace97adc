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
