/** So many that are over are thrown away together: moving the rest for each one takes longer the busier a caller is. */
const COMPACT_AT = 512

/** When a key was used, in the order in which it was: counting one use takes the same time for the first and the millionth. */
export class UseTimes {
  #times: number[] = []
  /** Those before it are over. */
  #first = 0

  /** How many are remembered. */
  get count(): number {
    return this.#times.length - this.#first
  }

  add(time: number): void {
    this.#times.push(time)
  }

  /** The one that must be over before there are fewer than `max` again; undefined where there are. */
  oldestOfLast(max: number): number | undefined {
    return this.count < max ? undefined : this.#times[this.#times.length - max]
  }

  removeLast(): void {
    if (this.count > 0) this.#times.pop()
  }

  /**
   * Forgets what is over; and what lies ahead, because the clock was set back: it would lock for as long as that was.
   * @param oldest what is not after it is over
   * @param newest what is after it lies ahead
   */
  forget(oldest: number, newest: number): void {
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
