import { rateLimits } from '../../../contract/rate-limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import { ApiError } from '../../domain/api-error'
import type { Clock } from '../../ports/clock'
import type { RateLimiter } from '../../ports/rate-limiter'
import { CLOCK_APART_MAX_MS } from './clock-apart'
import { UseTimes } from './use-times'

/** How many keys are remembered; past it the one that was first seen is forgotten. */
const KEYS_MAX = 200_000
const SWEEP_MS = 60_000

interface Entry {
  times: UseTimes
  windowMs: number
}

/**
 * Exact sliding windows in memory: never more than `max` uses within any `windowSeconds`. A refused use is not counted,
 * so waiting always helps.
 *
 * @param options.factor multiplies every `max` (RATE_LIMIT_FACTOR)
 */
export function createMemoryRateLimiter({ clock, factor }: { clock: Clock; factor: number }): RateLimiter {
  const uses = new Map<string, Entry>()
  let sweptAt = clock.now()

  function current(limit: RateLimitName, name: string) {
    const now = clock.now()
    const windowMs = rateLimits[limit].windowSeconds * 1000
    const entry = uses.get(name) ?? { times: new UseTimes(), windowMs }
    entry.times.forget(now - windowMs, now + CLOCK_APART_MAX_MS)
    return { entry, now, windowMs, max: rateLimits[limit].max * factor }
  }

  function remember(name: string, entry: Entry, now: number): void {
    if (Math.abs(now - sweptAt) >= SWEEP_MS) {
      sweptAt = now
      for (const [other, { times, windowMs }] of uses) {
        times.forget(now - windowMs, now + CLOCK_APART_MAX_MS)
        if (times.count === 0) uses.delete(other)
      }
    }
    if (uses.has(name)) return
    if (uses.size >= KEYS_MAX) {
      const [first] = uses.keys()
      if (first !== undefined) uses.delete(first)
    }
    uses.set(name, entry)
  }

  return {
    take(limit, key) {
      const name = nameOf(limit, key)
      const { entry, now, windowMs, max } = current(limit, name)
      const oldest = entry.times.oldestOfLast(max)
      if (oldest !== undefined) {
        throw new ApiError('too-many-requests', {
          retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
        })
      }
      entry.times.add(now)
      remember(name, entry, now)
      return undefined
    },

    async allows(limit, key) {
      const { entry, max } = current(limit, nameOf(limit, key))
      return entry.times.count < max
    },

    async giveBack(limit, key) {
      uses.get(nameOf(limit, key))?.times.removeLast()
    },

    async clear(limit, key) {
      uses.delete(nameOf(limit, key))
    },
  }
}

const nameOf = (limit: RateLimitName, key: string): string => `${limit} ${key}`
