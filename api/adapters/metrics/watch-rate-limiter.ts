import { rateLimits } from '../../../contract/rate-limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import { ApiError } from '../../lib/errors'
import type { Clock } from '../../lib/clock'
import type { RateLimiter } from '../../ports/rate-limiter'

/** Who has passed a limit lately; past so many all are forgotten, and told of once more. */
const REMEMBERED_MAX = 10_000

/** It says whether a view is counted, and refuses nobody. */
const IS_NO_REFUSAL: RateLimitName = 'countedViewsPerVisitor'

/**
 * The same limits; whoever is told that one was passed is told which, and whether this caller is new to it.
 * @param count called for each refusal
 */
export function watchRateLimiter(
  rateLimiter: RateLimiter,
  { clock, count }: { clock: Clock; count: (limit: RateLimitName) => void },
): RateLimiter {
  const toldUntil = new Map<string, number>()
  const isFirst = (limit: RateLimitName, key: string): boolean => {
    const [name, now] = [`${limit} ${key}`, clock.now()]
    if ((toldUntil.get(name) ?? 0) > now) return false
    if (toldUntil.size >= REMEMBERED_MAX) toldUntil.clear()
    toldUntil.set(name, now + rateLimits[limit].windowSeconds * 1000)
    return true
  }
  const rethrow = (error: unknown, limit: RateLimitName, key: string): never => {
    if (!(error instanceof ApiError) || error.code !== 'too-many-requests' || limit === IS_NO_REFUSAL) throw error
    count(limit)
    throw new ApiError('too-many-requests', {
      ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
      passedLimit: { name: limit, isFirst: isFirst(limit, key) },
    })
  }
  return {
    ...rateLimiter,
    async take(limit, key) {
      try {
        await rateLimiter.take(limit, key)
      } catch (error) {
        rethrow(error, limit, key)
      }
    },
  }
}
