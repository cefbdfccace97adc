import { rateLimits } from '../../../contract/rate-limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import { ApiError } from '../../domain/api-error'
import type { Clock } from '../../ports/clock'
import type { RateLimiter } from '../../ports/rate-limiter'
import { CLOCK_APART_MAX_MS } from './clock-apart'

/** How many keys are remembered; past it the one that was first seen is forgotten. */
const KEYS_MAX = 200_000
const SWEEP_MS = 60_000

/**
 * Exact sliding windows in memory: never more than `max` uses within any `windowSeconds`. A refused use is not counted,
 * so waiting always helps.
 *
 * @param options.factor multiplies every `max` (RATE_LIMIT_FACTOR)
 */
export function createMemoryRateLimiter({ clock, factor }: { clock: Clock; factor: number }): RateLimiter {
  const uses = new Map<string, { times: number[]; windowMs: number }>()
  let sweptAt = clock.now()

  function current(limit: RateLimitName, key: string) {
    const now = clock.now()
    const windowMs = rateLimits[limit].windowSeconds * 1000
    const entry = uses.get(nameOf(limit, key)) ?? { times: [], windowMs }
    forget(entry.times, now - windowMs, now + CLOCK_APART_MAX_MS)
    return { entry, now, windowMs, max: rateLimits[limit].max * factor }
  }

  function remember(name: string, entry: { times: number[]; windowMs: number }, now: number): void {
    if (Math.abs(now - sweptAt) >= SWEEP_MS) {
      sweptAt = now
      for (const [other, { times, windowMs }] of uses) {
        forget(times, now - windowMs, now + CLOCK_APART_MAX_MS)
        if (times.length === 0) uses.delete(other)
      }
    }
    if (!uses.has(name) && uses.size >= KEYS_MAX) {
      const [first] = uses.keys()
      if (first !== undefined) uses.delete(first)
    }
    uses.set(name, entry)
  }

  return {
    async take(limit, key) {
      const { entry, now, windowMs, max } = current(limit, key)
      if (entry.times.length >= max) {
        const oldest = entry.times[entry.times.length - max] ?? now
        throw new ApiError('too-many-requests', {
          retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
        })
      }
      entry.times.push(now)
      remember(nameOf(limit, key), entry, now)
    },

    async allows(limit, key) {
      const { entry, max } = current(limit, key)
      return entry.times.length < max
    },

    async giveBack(limit, key) {
      uses.get(nameOf(limit, key))?.times.pop()
    },

    async clear(limit, key) {
      uses.delete(nameOf(limit, key))
    },
  }
}

const nameOf = (limit: RateLimitName, key: string): string => `${limit} ${key}`

/** What is over; and what lies ahead, because the clock was set back: it would lock for as long as that was. */
function forget(times: number[], oldest: number, newest: number): void {
  if ((times[0] ?? newest) > oldest && (times.at(-1) ?? oldest) <= newest) return
  const kept = times.filter((time) => time > oldest && time <= newest)
  times.splice(0, times.length, ...kept)
}
