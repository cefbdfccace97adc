import { rateLimits } from '../../../contract/rate-limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import { ApiError } from '../../lib/errors'
import type { Clock } from '../../lib/clock'
import type { RateLimiter } from '../../ports/rate-limiter'
import { CounterTable } from './counter-table'
import { countersOf } from './counters-of'
import { SlidingWindow } from './sliding-window'

/** Counters of one kind that have memory of their own: some 60 MB when full. */
const KEYS_MAX = 200_000

/**
 * Exact sliding windows in the memory of one process: never more than `max` uses within any `windowSeconds`. A refused use
 * is not counted, so waiting always helps.
 *
 * @param options.factor multiplies every `max` (RATE_LIMIT_FACTOR)
 * @param options.keysMax for tests
 */
export function createMemoryRateLimiter({
  clock,
  factor,
  keysMax = KEYS_MAX,
}: {
  clock: Clock
  factor: number
  keysMax?: number
}): RateLimiter {
  const open = (name: string) => new SlidingWindow(windowMsOf(name))
  // A flood of calls must not fill the table of failed logins.
  const tables = {
    exact: new CounterTable(keysMax, open),
    approximate: new CounterTable(keysMax, open),
  }
  const tableOf = (limit: RateLimitName) => tables[rateLimits[limit].counting ?? 'exact']
  return {
    async take(limit, key) {
      const [table, now] = [tableOf(limit), clock.now()]
      const { counters } = countersOf(limit, key, factor)
      for (const { name, max } of counters) {
        const waitMs = table.find(name, now)?.waitMs(max, now) ?? 0
        if (waitMs > 0) throw tooManyRequests(waitMs)
      }
      for (const { name } of counters) table.findOrOpen(name, now).add(now)
    },

    async allows(limit, key) {
      const [table, now] = [tableOf(limit), clock.now()]
      return countersOf(limit, key, factor).counters.every(({ name, max }) => (table.find(name, now)?.count ?? 0) < max)
    },

    async giveBack(limit, key) {
      const [table, now] = [tableOf(limit), clock.now()]
      for (const { name } of countersOf(limit, key, factor).counters) table.find(name, now)?.removeLast()
    },

    async clear(limit, key) {
      const [table, now] = [tableOf(limit), clock.now()]
      const name = `${limit} ${key}`
      if (!table.remove(name)) table.find(name, now)?.removeLast()
    },
  }
}

/** The refusal of a use. */
export const tooManyRequests = (waitMs: number): ApiError =>
  new ApiError('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })

/** @param name `<limit> <key>` */
export function windowMsOf(name: string): number {
  const limit = name.slice(0, name.indexOf(' '))
  if (!isLimit(limit)) throw new Error(`There is no limit ${limit}.`)
  return rateLimits[limit].windowSeconds * 1000
}

const isLimit = (name: string): name is RateLimitName => Object.hasOwn(rateLimits, name)
