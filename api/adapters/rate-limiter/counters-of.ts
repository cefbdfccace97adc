import { ipv6Networks, rateLimits } from '../../../contract/rate-limits'
import type { RateLimitName } from '../../../contract/rate-limits'

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

/** A key names a caller by IPv6 with their /64, as `callerAddress` writes it: four groups and `::/64`. */
const IPV6_NETWORK = /(^| )([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64(?= |$)/u

const [narrowest, middle, widest] = ipv6Networks

/**
 * The counters of one use. A key with an IPv6 network has one for each row of `ipv6Networks`, any other key has one.
 * @param factor RATE_LIMIT_FACTOR
 */
export function countersOf(limit: RateLimitName, key: string, factor: number): CountedUse {
  const { max: limitMax, windowSeconds } = rateLimits[limit]
  const [max, windowMs] = [limitMax * factor, windowSeconds * 1000]
  const own = { name: `${limit} ${key}`, max: max * narrowest.times }
  const wider = key.includes('::/64') ? widerKeys(key) : null
  if (wider === null) return { counters: [own], windowMs }
  const counters = [
    own,
    { name: `${limit} ${wider.middle}`, max: max * middle.times },
    { name: `${limit} ${wider.widest}`, max: max * widest.times },
  ]
  return { counters, windowMs }
}

function widerKeys(key: string): { middle: string; widest: string } | null {
  const found = IPV6_NETWORK.exec(key)
  if (found === null) return null
  const [whole, space = '', site = '', subnet = ''] = found
  const [before, after] = [key.slice(0, found.index) + space, key.slice(found.index + whole.length)]
  const upperByte = (parseInt(subnet, 16) & 0xff00).toString(16)
  return {
    middle: `${before}${site}:${upperByte}::/${middle.bits}${after}`,
    widest: `${before}${site}::/${widest.bits}${after}`,
  }
}
