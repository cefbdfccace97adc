import { type RateLimitName, rateLimits } from '../../../contract/rate-limits'
import type { Clock } from '../../lib/clock'
import { type CountedUse, type Counter, countersOf, type RateLimiter, tooManyRequests, windowMsOf } from './limiter'
import { CLOCK_SKEW_MAX_MS, CounterTable, SlidingWindow, type Window } from './memory'

/** Shared by all processes, in PostgreSQL or Redis. Every method throws ApiError `service-unavailable` without it. */
export interface SharedCounters {
  /** Counts in all counters, or in none. @returns milliseconds until there is room; 0 if counted */
  take(use: CountedUse, now: number): Promise<number>
  haveRoom(use: CountedUse, now: number): Promise<boolean>
  refund(names: readonly string[]): Promise<void>
  clear(name: string): Promise<void>
  /** For approximate limits. @returns totals of all processes by name */
  exchange(sent: readonly SentCounts[], now: number): Promise<ReadonlyMap<string, Slots>>
}

export interface SharedRateLimiter extends RateLimiter {
  /** Exchanges counts a last time. */
  close(): Promise<void>
}

/** Delay until other processes see a use of an approximate limit. */
export const EXCHANGE_MS = 100
const RETRY_MS = 1_000
const BATCH_MAX = 500
/** For approximate limits, in memory; about 60 MB when full. */
const KEYS_MAX = 100_000

/**
 * Exact limits are counted in the shared store before the response. Approximate ones are counted in memory and exchanged in the background;
 * while the store is away, each process counts alone. One process never admits more than `max`; all together exceed it by at most
 * (processes − 1) × `max`, admitted since the last exchange.
 * @param options.factor multiplies every `max` (RATE_LIMIT_FACTOR)
 */
export function createSharedRateLimiter(options: SharedLimiterOptions): SharedRateLimiter {
  const exact = createExactLimiter(options)
  const approximate = createApproximateLimiter(options)
  const of = (limit: RateLimitName): RateLimiter => (rateLimits[limit].counting === 'approximate' ? approximate : exact)
  return {
    take: (limit, key) => of(limit).take(limit, key),
    allows: (limit, key) => of(limit).allows(limit, key),
    refund: (limit, key) => of(limit).refund(limit, key),
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
  refund: (limit, key) => counters.refund(countersOf(limit, key, factor).counters.map(({ name }) => name)),
  clear: (limit, key) => counters.clear(`${limit} ${key}`),
})

function createApproximateLimiter({ counters, clock, factor }: SharedLimiterOptions): SharedRateLimiter {
  /** Overflow counters hold different keys in each process, so they are not exchanged. */
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
  /** Other processes may have counted since, so the counter is exchanged. */
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

    async refund(limit, key) {
      const now = clock.now()
      for (const { name } of countersOf(limit, key, factor).counters) table.find(name, now)?.removeLast(now)
    },

    async clear(limit, key) {
      table.remove(`${limit} ${key}`)
    },

    close: () => exchange.close(),
  }
}

/** In batches, while there are any. */
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

/** Uses of other processes are known to a tenth of the window. */
const SLOTS = 10

/** Slot number: whole `slotMs` since the epoch. */
export type Slots = ReadonlyMap<number, number>

export interface SentCounts {
  name: string
  /** Since the last exchange; may be empty. */
  added: Slots
  oldestSlot: number
  /** Milliseconds until the last of these slots expires. */
  keepMs: number
}

/** Own uses to the millisecond; other processes' as of the last exchange, until their slot leaves the window. */
class SharedWindow implements Window {
  readonly name: string
  readonly #own: SlidingWindow
  readonly #windowMs: number
  readonly #slotMs: number
  #others = new Map<number, number>()
  #sent = new Map<number, number>()
  #unsent = new Map<number, number>()
  #sending: Map<number, number> | null = null

  constructor(name: string, windowMs: number) {
    this.name = name
    this.#own = new SlidingWindow(windowMs)
    this.#windowMs = windowMs
    this.#slotMs = windowMs / SLOTS
  }

  get count(): number {
    return this.#own.count + this.#othersCount()
  }

  add(time: number): void {
    this.#own.add(time)
    addTo(this.#unsent, Math.floor(time / this.#slotMs), 1)
  }

  /** @param now slot to reduce when the use's own is unknown */
  removeLast(now: number): void {
    if (this.#own.count === 0) return
    this.#own.removeLast()
    addTo(this.#unsent, Math.floor(now / this.#slotMs), -1)
  }

  expire(now: number): void {
    this.#own.expire(now)
    const [oldest, newest] = [this.#oldestSlot(now), Math.floor((now + CLOCK_SKEW_MAX_MS) / this.#slotMs)]
    for (const slots of [this.#others, this.#sent, this.#unsent])
      for (const slot of slots.keys()) if (slot < oldest || slot > newest) slots.delete(slot)
  }

  waitMs(max: number, now: number): number {
    let others = this.#othersCount()
    if (this.#own.count + others < max) return 0
    let shortest = others < max ? this.#own.waitMs(max - others, now) : Infinity
    for (const [slot, uses] of [...this.#others].toSorted(([one], [other]) => one - other)) {
      others -= uses
      const leavesMs = (slot + 1) * this.#slotMs + this.#windowMs - now
      if (others < max) shortest = Math.min(shortest, Math.max(leavesMs, this.#own.waitMs(max - others, now)))
    }
    return Math.max(1, shortest)
  }

  /** Own uses since the last exchange. Must be followed by `sent` or `notSent`. */
  send(now: number): SentCounts {
    this.expire(now)
    this.#sending = this.#unsent
    this.#unsent = new Map()
    const keepMs = this.#windowMs + this.#slotMs + CLOCK_SKEW_MAX_MS
    return { name: this.name, added: this.#sending, oldestSlot: this.#oldestSlot(now), keepMs }
  }

  /** @param totals of all processes, including what was sent */
  sent(totals: Slots): void {
    for (const [slot, uses] of this.#sending ?? []) addTo(this.#sent, slot, uses)
    this.#sending = null
    this.#others = new Map()
    for (const [slot, uses] of totals) {
      const others = uses - (this.#sent.get(slot) ?? 0)
      if (others > 0) this.#others.set(slot, others)
    }
  }

  notSent(): void {
    for (const [slot, uses] of this.#sending ?? []) addTo(this.#unsent, slot, uses)
    this.#sending = null
  }

  #othersCount(): number {
    let count = 0
    for (const uses of this.#others.values()) count += uses
    return count
  }

  #oldestSlot(now: number): number {
    return Math.floor((now - this.#windowMs) / this.#slotMs)
  }
}

const addTo = (slots: Map<number, number>, slot: number, uses: number): void =>
  void slots.set(slot, (slots.get(slot) ?? 0) + uses)
