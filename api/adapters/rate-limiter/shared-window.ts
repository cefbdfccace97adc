import type { Window } from './counter-table'
import { CLOCK_SKEW_MAX_MS, SlidingWindow } from './sliding-window'

/** Uses of other processes are known by tenths of the window. */
const SLOTS = 10

/** Uses by slot: the slot of a time is the number of whole `slotMs` in it. */
export type Slots = ReadonlyMap<number, number>

/** What a process tells the others about one counter. */
export interface SentCounts {
  name: string
  /** Uses since the last exchange; empty where it only asks. */
  added: Slots
  /** Slots before this one no longer count. */
  oldestSlot: number
  /** Milliseconds from now after which no slot of these counts. */
  keepMs: number
}

/**
 * One counter of an approximate limit: this process's uses to the millisecond, and those of the others as of the last exchange,
 * which count until their slot has left the window.
 */
export class SharedWindow implements Window {
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

  /** @param now the slot that the use is taken from, where its own is not known any more */
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

  /** See `SlidingWindow`. */
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

  /** What the others do not know yet. Ends with `sent` or `notSent`. */
  send(now: number): SentCounts {
    this.expire(now)
    this.#sending = this.#unsent
    this.#unsent = new Map()
    const keepMs = this.#windowMs + this.#slotMs + CLOCK_SKEW_MAX_MS
    return { name: this.name, added: this.#sending, oldestSlot: this.#oldestSlot(now), keepMs }
  }

  /** @param totals of all processes, what was sent included */
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
