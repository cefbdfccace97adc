import { createHmac, randomBytes } from 'node:crypto'
import { type RateLimitName, rateLimits } from '../../../contract/rate-limits'
import type { Clock } from '../../lib/clock'
import { countersOf, type RateLimiter, tooManyRequests, windowMsOf } from './limiter'

/** Per table; about 60 MB when full. */
const KEYS_MAX = 200_000

/**
 * Exact sliding windows in one process: never more than `max` uses within `windowSeconds`. Refused uses do not count, so waiting always
 * helps.
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
  // Separate tables: a flood of calls must not fill that of failed logins.
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

    async refund(limit, key) {
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

export interface Window {
  /** Exact after `expire`. */
  readonly count: number
  expire(now: number): void
}

/** @param isOwn false for an overflow counter, which several keys share */
export type OpenWindow<W extends Window> = (name: string, isOwn: boolean) => W

/** Expired entries that a new key clears. */
const SWEEP_STEPS = 4
/** Overflow counters per limit. */
const OVERFLOW_SLOTS = 4_096

/**
 * No counter is dropped while it has uses: otherwise a caller with many IP addresses could evict counters. In a full table new keys share
 * overflow counters by a keyed hash; they may be refused early but never exceed their limit. Memory: `keysMax` plus 4,096 per such limit.
 */
export class CounterTable<W extends Window> {
  readonly #own = new Map<string, W>()
  readonly #overflow = new Map<string, W>()
  readonly #keysMax: number
  readonly #open: OpenWindow<W>
  readonly #secret = randomBytes(32)
  #hand = this.#own.entries()

  constructor(keysMax: number, open: OpenWindow<W>) {
    this.#keysMax = keysMax
    this.#open = open
  }

  /** Includes expired counters. */
  get size(): number {
    return this.#own.size + this.#overflow.size
  }

  /** Drops expired uses first. */
  find(name: string, now: number): W | undefined {
    const found = this.#own.get(name) ?? this.#findOverflow(name, now)
    found?.expire(now)
    return found
  }

  findOrOpen(name: string, now: number): W {
    const found = this.find(name, now)
    if (found !== undefined) return found
    this.#sweep(now)
    const isOwn = this.#own.size < this.#keysMax
    const opened = this.#open(name, isOwn)
    if (isOwn) this.#own.set(name, opened)
    else this.#overflow.set(this.#slotOf(name), opened)
    return opened
  }

  /** @returns false for an overflow counter, which has other keys' uses too */
  remove(name: string): boolean {
    return this.#own.delete(name) || this.#overflow.size === 0 || !this.#overflow.has(this.#slotOf(name))
  }

  /** A key that began in an overflow counter stays there until its uses expire. */
  #findOverflow(name: string, now: number): W | undefined {
    if (this.#overflow.size === 0) return undefined
    const slot = this.#slotOf(name)
    const found = this.#overflow.get(slot)
    found?.expire(now)
    if (found === undefined || found.count > 0) return found
    this.#overflow.delete(slot)
    return undefined
  }

  #slotOf(name: string): string {
    const [limit = ''] = name.split(' ', 1)
    const slot = createHmac('sha256', this.#secret).update(name).digest().readUInt16BE() % OVERFLOW_SLOTS
    return `${limit} ${slot}`
  }

  /** Continues where the last sweep ended, so a new key costs constant time. */
  #sweep(now: number): void {
    for (let step = 0; step < SWEEP_STEPS; step += 1) {
      const next = this.#hand.next()
      if (next.done === true) {
        this.#hand = this.#own.entries()
        return
      }
      const [name, window] = next.value
      window.expire(now)
      if (window.count === 0) this.#own.delete(name)
    }
  }
}

/** Expired uses are dropped in batches: dropping each alone would move all later ones. */
const COMPACT_AT = 512

/**
 * Uses further in the future do not count: the clock was set back, and they would block the caller that long. Larger than the clock skew
 * between machines.
 */
export const CLOCK_SKEW_MAX_MS = 60_000

/** Sorted by time. Counting a use takes constant time. */
export class SlidingWindow {
  readonly #windowMs: number
  #times: number[] = []
  /** Times before this index have expired. */
  #first = 0

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  get count(): number {
    return this.#times.length - this.#first
  }

  add(time: number): void {
    this.#times.push(time)
  }

  /** Milliseconds until fewer than `max` uses count; 0 when there is room. */
  waitMs(max: number, now: number): number {
    if (this.count < max) return 0
    return (this.#times[this.#times.length - max] ?? now) + this.#windowMs - now
  }

  removeLast(): void {
    if (this.count > 0) this.#times.pop()
  }

  /** Also drops uses further in the future than `CLOCK_SKEW_MAX_MS`. */
  expire(now: number): void {
    const [oldest, newest] = [now - this.#windowMs, now + CLOCK_SKEW_MAX_MS]
    if ((this.#times.at(-1) ?? oldest) > newest) {
      this.#times = this.#times.slice(this.#first).filter((time) => time <= newest)
      this.#first = 0
    }
    while ((this.#times[this.#first] ?? newest) <= oldest) this.#first += 1
    if (this.#first === 0 || (this.#first < COMPACT_AT && this.count > 0)) return
    if (this.#first * 2 < this.#times.length) return
    this.#times = this.#times.slice(this.#first)
    this.#first = 0
  }
}
