import { ipv6Networks, type RateLimitName, rateLimits } from '../../../contract/rate-limits'
import type { Clock } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'

/** Counts by key. A key with an IPv6 caller (`callerIpAddress`) also counts in the wider networks of `ipv6Networks`. */
export interface RateLimiter {
  /** Counts one use in every network of the key, or in none. @throws ApiError `too-many-requests` with the seconds to wait */
  take(limit: RateLimitName, key: string): Promise<void>
  /** Counts nothing. */
  allows(limit: RateLimitName, key: string): Promise<boolean>
  /** Removes the latest use, for limits on failures. */
  refund(limit: RateLimitName, key: string): Promise<void>
  /** After a success of the limited action. */
  clear(limit: RateLimitName, key: string): Promise<void>
}

/** Returns false instead of throwing, for callers that must not reveal the limit. */
export async function tryTake(rateLimiter: RateLimiter, limit: RateLimitName, key: string): Promise<boolean> {
  try {
    await rateLimiter.take(limit, key)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'too-many-requests') return false
    throw error
  }
}

/** When full, the list is emptied and callers are reported once more. */
const REPORTED_MAX = 10_000

/** Decides whether a view counts; refuses no request. */
const IS_NO_REFUSAL: RateLimitName = 'countedViewsPerVisitor'

/** Its errors name the limit and whether this is the caller's first refusal in the window. @param options.count called for each refusal */
export function watchRateLimiter(
  rateLimiter: RateLimiter,
  { clock, count }: { clock: Clock; count: (limit: RateLimitName) => void },
): RateLimiter {
  const reportedUntil = new Map<string, number>()
  const isFirst = (limit: RateLimitName, key: string): boolean => {
    const [name, now] = [`${limit} ${key}`, clock.now()]
    if ((reportedUntil.get(name) ?? 0) > now) return false
    if (reportedUntil.size >= REPORTED_MAX) reportedUntil.clear()
    reportedUntil.set(name, now + rateLimits[limit].windowSeconds * 1000)
    return true
  }
  return {
    ...rateLimiter,
    async take(limit, key) {
      try {
        await rateLimiter.take(limit, key)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'too-many-requests' || limit === IS_NO_REFUSAL) throw error
        count(limit)
        throw new ApiError('too-many-requests', {
          ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
          passedLimit: { name: limit, isFirst: isFirst(limit, key) },
        })
      }
    },
  }
}

/** All `counters` must have room, or none counts the use. */
export interface CountedUse {
  /** Narrowest network first. */
  counters: readonly Counter[]
  windowMs: number
}

export interface Counter {
  /** `<limit> <key>` */
  name: string
  max: number
}

/** One per row of `ipv6Networks` for an IPv6 key, one for any other key. @param factor RATE_LIMIT_FACTOR */
export function countersOf(limit: RateLimitName, key: string, factor: number): CountedUse {
  const { max: limitMax, windowSeconds } = rateLimits[limit]
  const [max, windowMs] = [limitMax * factor, windowSeconds * 1000]
  const counters = networksOf(key).map((network) => ({ name: `${limit} ${network.key}`, max: max * network.times }))
  return { counters, windowMs }
}

/** @param counter `<limit> <key>` */
export function windowMsOf(counter: string): number {
  const limit = counter.slice(0, counter.indexOf(' '))
  if (!isLimit(limit)) throw new Error(`Unknown rate limit ${limit}.`)
  return rateLimits[limit].windowSeconds * 1000
}

const isLimit = (name: string): name is RateLimitName => Object.hasOwn(rateLimits, name)

export const tooManyRequests = (waitMs: number): ApiError =>
  new ApiError('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })

export interface CallerNetwork {
  key: string
  /** Multiple of the limit of a single IP address. */
  times: number
}

/** The /64 as written by `callerIpAddress`: four groups and `::/64`. */
const IPV6_NETWORK = /(^| )([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64(?= |$)/u

const [narrowest, middle, widest] = ipv6Networks

/**
 * Narrowest first: one IPv6 customer often has a whole /56 or /48.
 * @param key the IP address as `callerIpAddress` returns it, alone or between other words
 * @returns the key itself, and for IPv6 one key per wider network
 */
export function networksOf(key: string): CallerNetwork[] {
  const own = { key, times: narrowest.times }
  // Fast path: most callers have no IPv6.
  const found = key.includes('::/64') ? IPV6_NETWORK.exec(key) : null
  if (found === null) return [own]
  const [whole, space = '', site = '', subnet = ''] = found
  const [before, after] = [key.slice(0, found.index) + space, key.slice(found.index + whole.length)]
  const upperByte = (Number.parseInt(subnet, 16) & 0xff00).toString(16)
  return [
    own,
    { key: `${before}${site}:${upperByte}::/${middle.bits}${after}`, times: middle.times },
    { key: `${before}${site}::/${widest.bits}${after}`, times: widest.times },
  ]
}

const IPV4_NETWORK = /^(?:\d+\.){3}/u

/** For fair queues: the networks of an IP address, the widest first, and the address. An IPv4 network is a /24. */
export function networkGroups(ipAddress: string): string[] {
  const [ipv4] = IPV4_NETWORK.exec(ipAddress) ?? []
  if (ipv4 !== undefined) return [`${ipv4}0/24`, ipAddress]
  return networksOf(ipAddress)
    .map(({ key }) => key)
    .toReversed()
}

/** Rate limit key of an account, existing or not: a limit must not reveal which. */
export function accountKey(appId: string, mode: Mode, email: string): string {
  return `${appId} ${mode} ${email}`
}
