import { rateLimits } from '../../../contract/rate-limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import type { Clock } from '../../lib/clock'
import type { RateLimiter } from '../../ports/rate-limiter'
import { CounterTable } from './counter-table'
import { countersOf } from './counters-of'
import type { CountedUse, Counter } from './counters-of'
import { tooManyRequests, windowMsOf } from './memory-rate-limiter'
import { SharedWindow } from './shared-window'
import type { SentCounts, Slots } from './shared-window'

/** Counters that all processes share: PostgreSQL or Redis. Every method throws ApiError `service-unavailable` without it. */
export interface SharedCounters {
  /**
   * Counts one use in all counters, or in none.
   * @returns milliseconds until there is room; 0 where it was counted
   */
  take(use: CountedUse, now: number): Promise<number>
  /** Whether all have room. */
  haveRoom(use: CountedUse, now: number): Promise<boolean>
  /** Removes the latest use of each. */
  refund(names: readonly string[]): Promise<void>
  clear(name: string): Promise<void>
  /** Adds uses of approximate limits. @returns by name, the totals of all processes */
  exchange(sent: readonly SentCounts[], now: number): Promise<ReadonlyMap<string, Slots>>
}

export interface SharedRateLimiter extends RateLimiter {
  /** Exchanges counts once more and stops. */
  close(): Promise<void>
}

/** How long a use of an approximate limit is unknown to the other processes, beside the time of a statement. */
export const EXCHANGE_MS = 100
/** After a failed exchange. */
const RETRY_MS = 1_000
/** Counters of one exchange. */
const BATCH_MAX = 500
/** Counters of approximate limits in memory: some 60 MB when full. */
const KEYS_MAX = 100_000

/**
 * Limits of several processes. Exact ones are counted in the shared store before the answer. Approximate ones are counted in
 * memory and exchanged in the background; while the store is away each process counts them alone.
 *
 * Of an approximate limit, one process never admits more than `max`, and all together exceed `max` only by what the others
 * admitted since the last exchange: at most (processes − 1) × `max`.
 *
 * @param options.factor multiplies every `max` (RATE_LIMIT_FACTOR)
 */
export function createSharedRateLimiter(options: SharedLimiterOptions): SharedRateLimiter {
  const exact = createExactLimiter(options)
  const approximate = createApproximateLimiter(options)
  const of = (limit: RateLimitName): RateLimiter => (rateLimits[limit].counting === 'approximate' ? approximate : exact)
  return {
    take: (limit, key) => of(limit).take(limit, key),
    allows: (limit, key) => of(limit).allows(limit, key),
    giveBack: (limit, key) => of(limit).giveBack(limit, key),
    clear: (limit, key) => of(limit).clear(limit, key),
    close: () => approximate.close(),
  }
}

interface SharedLimiterOptions {
  counters: SharedCounters
  clock: Clock
  factor: number
}

const createExactLimiter = ({ counters, clock, factor }: SharedLimiterOptions): RateLimiter => ({
  async take(limit, key) {
    const waitMs = await counters.take(countersOf(limit, key, factor), clock.now())
    if (waitMs > 0) throw tooManyRequests(waitMs)
  },
  allows: (limit, key) => counters.haveRoom(countersOf(limit, key, factor), clock.now()),
  giveBack: (limit, key) => counters.refund(countersOf(limit, key, factor).counters.map(({ name }) => name)),
  clear: (limit, key) => counters.clear(`${limit} ${key}`),
})

function createApproximateLimiter({ counters, clock, factor }: SharedLimiterOptions): SharedRateLimiter {
  /** Overflow counters hold other keys in each process: they are not exchanged. */
  const alone = new WeakSet<SharedWindow>()
  const table = new CounterTable(KEYS_MAX, (name, isOwn) => {
    const window = new SharedWindow(name, windowMsOf(name))
    if (!isOwn) alone.add(window)
    return window
  })
  const exchange = createExchange(counters, clock)
  const share = (window: SharedWindow): void => {
    if (!alone.has(window)) exchange.soon(window)
  }
  /** How long a use must wait. Others may have counted since: a counter that was looked at is exchanged. */
  const waitMs = ({ name, max }: Counter, now: number): number => {
    const window = table.find(name, now)
    if (window === undefined) return 0
    share(window)
    return window.waitMs(max, now)
  }
  return {
    async take(limit, key) {
      const [asked, now] = [countersOf(limit, key, factor).counters, clock.now()]
      for (const counter of asked) {
        const wait = waitMs(counter, now)
        if (wait > 0) throw tooManyRequests(wait)
      }
      for (const { name } of asked) {
        const window = table.findOrOpen(name, now)
        window.add(now)
        share(window)
      }
    },

    async allows(limit, key) {
      return countersOf(limit, key, factor).counters.every((counter) => waitMs(counter, clock.now()) === 0)
    },

    async giveBack(limit, key) {
      const now = clock.now()
      for (const { name } of countersOf(limit, key, factor).counters) table.find(name, now)?.removeLast(now)
    },

    async clear(limit, key) {
      table.remove(`${limit} ${key}`)
    },

    close: () => exchange.close(),
  }
}

/** Sends counts in the background, in batches, as long as there are any. */
function createExchange(counters: Pick<SharedCounters, 'exchange'>, clock: Clock) {
  const waiting = new Set<SharedWindow>()
  let timer: NodeJS.Timeout | null = null
  let underWay: Promise<void> = Promise.resolve()
  let isClosed = false

  const schedule = (ms: number): void => {
    if (isClosed || timer !== null) return
    timer = setTimeout(() => void (underWay = run()), ms).unref()
  }
  const run = async (): Promise<void> => {
    const batch = [...waiting].slice(0, BATCH_MAX)
    for (const window of batch) waiting.delete(window)
    const isSent = await sendBatch(batch)
    // A failed batch is sent with the next one.
    if (!isSent) for (const window of batch) waiting.add(window)
    timer = null
    if (waiting.size > 0) schedule(isSent ? EXCHANGE_MS : RETRY_MS)
  }
  const sendBatch = async (batch: readonly SharedWindow[]): Promise<boolean> => {
    const now = clock.now()
    try {
      const totals = await counters.exchange(
        batch.map((window) => window.send(now)),
        now,
      )
      for (const window of batch) window.sent(totals.get(window.name) ?? new Map())
      return true
    } catch {
      for (const window of batch) window.notSent()
      return false
    }
  }
  return {
    soon(window: SharedWindow): void {
      waiting.add(window)
      schedule(EXCHANGE_MS)
    },
    async close(): Promise<void> {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      await underWay
      if (waiting.size > 0) await run()
    },
  }
}
