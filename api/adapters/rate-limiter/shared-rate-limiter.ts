import { rateLimits } from '../../../contract/rate-limits'
import type { Clock } from '../../ports/clock'
import type { RateLimiter } from '../../ports/rate-limiter'
import { CounterTable } from './counter-table'
import { countersOf } from './counters-of'
import type { CountedUse } from './counters-of'
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
export function createSharedRateLimiter({
  counters,
  clock,
  factor,
}: {
  counters: SharedCounters
  clock: Clock
  factor: number
}): SharedRateLimiter {
  const table = new CounterTable(KEYS_MAX, (name, isOwn) => {
    const window = new SharedWindow(name, windowMsOf(name))
    if (!isOwn) alone.add(window)
    return window
  })
  /** Overflow counters hold other keys in each process. */
  const alone = new WeakSet<SharedWindow>()
  const exchange = createExchange(counters, clock)
  const share = (window: SharedWindow): void => {
    if (!alone.has(window)) exchange.soon(window)
  }
  const isApproximate = (limit: keyof typeof rateLimits) => rateLimits[limit].counting === 'approximate'

  const takeHere = ({ counters: asked }: CountedUse, now: number): void => {
    for (const { name, max } of asked) {
      const window = table.find(name, now)
      // What others counted since may give it room, or take it.
      if (window !== undefined) share(window)
      const waitMs = window?.waitMs(max, now) ?? 0
      if (waitMs > 0) throw tooManyRequests(waitMs)
    }
    for (const { name } of asked) {
      const window = table.findOrOpen(name, now)
      window.add(now)
      share(window)
    }
  }
  const takeThere = async (use: CountedUse, now: number): Promise<void> => {
    const waitMs = await counters.take(use, now)
    if (waitMs > 0) throw tooManyRequests(waitMs)
  }
  return {
    take(limit, key) {
      const use = countersOf(limit, key, factor)
      return isApproximate(limit) ? void takeHere(use, clock.now()) : takeThere(use, clock.now())
    },

    async allows(limit, key) {
      const [use, now] = [countersOf(limit, key, factor), clock.now()]
      if (!isApproximate(limit)) return counters.haveRoom(use, now)
      return use.counters.every(({ name, max }) => {
        const window = table.find(name, now)
        if (window !== undefined) share(window)
        return (window?.count ?? 0) < max
      })
    },

    async giveBack(limit, key) {
      const [names, now] = [countersOf(limit, key, factor).counters.map(({ name }) => name), clock.now()]
      if (!isApproximate(limit)) return counters.refund(names)
      for (const name of names) table.find(name, now)?.removeLast(now)
    },

    async clear(limit, key) {
      const name = `${limit} ${key}`
      if (isApproximate(limit)) table.remove(name)
      else await counters.clear(name)
    },

    close: exchange.close,
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
