import { rateLimits } from '../../../contract/rate-limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import { networksOf } from '../../domain/caller-networks'

/** What one use counts in. All of `counters` must have room, or none counts it. */
export interface CountedUse {
  /** The narrowest network first. */
  counters: readonly Counter[]
  windowMs: number
}

export interface Counter {
  /** `<limit> <key>` */
  name: string
  max: number
}

/**
 * The counters of one use. A key with an IPv6 network has one for each row of `ipv6Networks`, any other key has one.
 * @param factor RATE_LIMIT_FACTOR
 */
export function countersOf(limit: RateLimitName, key: string, factor: number): CountedUse {
  const { max: limitMax, windowSeconds } = rateLimits[limit]
  const [max, windowMs] = [limitMax * factor, windowSeconds * 1000]
  const counters = networksOf(key).map((network) => ({ name: `${limit} ${network.key}`, max: max * network.times }))
  return { counters, windowMs }
}
