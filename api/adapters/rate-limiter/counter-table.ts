import { createHmac, randomBytes } from 'node:crypto'

/** What a table holds for one key. */
export interface Window {
  /** How many uses count. Right after `expire`. */
  readonly count: number
  /** Drops what no longer counts. */
  expire(now: number): void
}

/** Makes a counter. @param isOwn false for one that several keys share */
export type OpenWindow<W extends Window> = (name: string, isOwn: boolean) => W

/** How many expired entries a new key may clear away. */
const SWEEP_STEPS = 4
/** Shared counters of one limit, for keys that find the table full. */
const OVERFLOW_SLOTS = 4_096

/**
 * Counters by name, at most `keysMax` of their own. None is dropped while uses in it count: a caller with many addresses could
 * otherwise push out the counter that stops them, or another caller's. In a full table new keys share the overflow counters of
 * their limit, by a keyed hash that callers cannot compute; there they may be refused early, but never get more than their limit.
 *
 * Memory: `keysMax` counters and 4,096 for each limit that overflows. Expired counters are cleared by later new keys, four each.
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

  /** How many counters are held, expired ones included. */
  get size(): number {
    return this.#own.size + this.#overflow.size
  }

  /** The counter that a use of `name` counts in, with expired uses dropped; undefined where there is none yet. */
  find(name: string, now: number): W | undefined {
    const found = this.#own.get(name) ?? this.#findOverflow(name, now)
    found?.expire(now)
    return found
  }

  /** The same, made where there is none. */
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

  /** Removes a counter of its own. @returns false where the key shares one: then other keys' uses are in it */
  remove(name: string): boolean {
    return this.#own.delete(name) || this.#overflow.size === 0 || !this.#overflow.has(this.#slotOf(name))
  }

  /** A key whose uses were counted in an overflow counter stays there until they have expired. */
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

  /** Goes on where the last sweep ended, so the cost of a new key is constant. */
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
