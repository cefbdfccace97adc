/** Expired uses are dropped together: dropping each one alone would move all later ones every time. */
const COMPACT_AT = 512

/**
 * Uses further ahead than this do not count: the clock was set back since, and they would lock a caller for as long. No lock
 * lasts longer than a window and this. Clocks of several machines are less apart.
 */
export const CLOCK_SKEW_MAX_MS = 60_000

/** The uses of one key in the order of their times. Counting a use takes constant time. */
export class SlidingWindow {
  readonly #windowMs: number
  #times: number[] = []
  /** Times before this index have expired. */
  #first = 0

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** How many uses count. */
  get count(): number {
    return this.#times.length - this.#first
  }

  add(time: number): void {
    this.#times.push(time)
  }

  /** Milliseconds from `now` until fewer than `max` uses count; 0 when fewer do. */
  waitMs(max: number, now: number): number {
    if (this.count < max) return 0
    return (this.#times[this.#times.length - max] ?? now) + this.#windowMs - now
  }

  removeLast(): void {
    if (this.count > 0) this.#times.pop()
  }

  /** Drops expired uses, and those that lie ahead of `now` by more than `CLOCK_SKEW_MAX_MS`. */
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
