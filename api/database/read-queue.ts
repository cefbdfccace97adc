import { yieldToEventLoop } from '../lib/concurrency'
import { ApiError } from '../lib/errors'

/** Groups that a caller belongs to, widest first, such as app, network and IP address. */
export type CallerGroups = readonly string[]

/** Waiting reads: all, and those of one caller. */
const WAITING_MAX = 200
const WAITING_PER_CALLER_MAX = 20
const WAIT_MAX_MS = 5_000
const RETRY_AFTER_SECONDS = 2

/** Estimate of a waiting read: of two new callers, the one that wants less is next. */
const ESTIMATE_MS = 4

const HALF_LIFE_MS = 5_000
/** About 2 MB. */
const GROUPS_MAX = 10_000

/** @param level 0: the widest group */
const groupKey = (caller: CallerGroups, level: number): string => caller.slice(0, level + 1).join('\n')

/** How long the database recently worked for each group. Half is forgotten every five seconds. */
export class RecentUse {
  readonly #now: () => number
  readonly #used = new Map<string, { ms: number; at: number }>()

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  add(caller: CallerGroups, ms: number): void {
    for (const level of caller.keys()) {
      const key = groupKey(caller, level)
      const total = ms + this.of(key)
      // Last in the map: the group that was idle longest is forgotten first.
      this.#used.delete(key)
      this.#used.set(key, { ms: total, at: this.#now() })
      const [oldest] = this.#used.keys()
      if (this.#used.size > GROUPS_MAX && oldest !== undefined) this.#used.delete(oldest)
    }
  }

  /** @param key of `groupKey` @returns milliseconds */
  of(key: string): number {
    const used = this.#used.get(key)
    return used ? used.ms * 0.5 ** ((this.#now() - used.at) / HALF_LIFE_MS) : 0
  }
}

interface Waiting<Reader> {
  caller: CallerGroups
  /** `groupKey` of each level. */
  keys: readonly string[]
  start: (reader: Reader) => void
  refuse: (error: ApiError) => void
}

/** Waiting reads of one group, in order of arrival. */
interface Group<Reader> {
  waiting: readonly Waiting<Reader>[]
  /** Milliseconds of recent use, and of what it wants. */
  demand: number
}

/**
 * Hands out readers. No widest group has all of several: it leaves one to others. Of the reads that wait, one of the app with the least
 * demand is next; of its networks, the one with the least; of that network's IP addresses, too. A full queue refuses the newest read of the
 * group that fills it.
 */
export class ReadQueue<Reader> {
  readonly #idle: Reader[]
  readonly #groupMax: number
  /** Readers in use, with the widest group of each caller. */
  readonly #held = new Map<Reader, string | undefined>()
  readonly #use: RecentUse
  readonly #waiting: Waiting<Reader>[] = []

  constructor(readers: readonly Reader[], use: RecentUse) {
    this.#idle = [...readers]
    this.#groupMax = Math.max(1, readers.length - 1)
    this.#use = use
  }

  /**
   * Whether a read waits that comes before this caller's, which has a reader: another of its own, or one of a group with at
   * most as much use, where the two part.
   * @param usedMs how long the caller's read has worked
   */
  isAwaited(caller: CallerGroups, usedMs: number): boolean {
    return this.#waiting.some(({ caller: other, keys }) => {
      const level = other.findIndex((group, at) => group !== caller[at])
      return level === -1 || this.#use.of(keys[level] ?? '') <= this.#use.of(groupKey(caller, level)) + usedMs
    })
  }

  /** @throws ApiError `too-many-requests`, `server-busy`, `client-closed-request` after a signal */
  async take(caller: CallerGroups, signals: readonly AbortSignal[]): Promise<Reader> {
    if (signals.some(({ aborted }) => aborted)) throw closedByClient()
    const reader = this.#mayStart(caller) ? this.#idle.pop() : undefined
    if (reader !== undefined) return this.#hold(caller, reader)
    try {
      return await this.#wait(caller, signals)
    } catch (error) {
      // Reads that came together are refused together: 200 responses in one turn would hold the event loop.
      await yieldToEventLoop()
      throw error
    }
  }

  release(reader: Reader): void {
    this.#held.delete(reader)
    this.#idle.push(reader)
    // More than one if reads of one group had to wait for each other.
    while (this.#idle.length > 0) {
      const ready = this.#waiting.filter(({ caller }) => this.#mayStart(caller))
      const [next] = this.#choose(ready, (group, best) => group.demand < best.demand)
      const idle = next && this.#idle.pop()
      if (!next || idle === undefined) return
      next.start(this.#hold(next.caller, idle))
    }
  }

  #mayStart([widest]: CallerGroups): boolean {
    let own = 0
    for (const group of this.#held.values()) if (group === widest) own += 1
    return own < this.#groupMax
  }

  #hold([widest]: CallerGroups, reader: Reader): Reader {
    this.#held.set(reader, widest)
    return reader
  }

  #wait(caller: CallerGroups, signals: readonly AbortSignal[]): Promise<Reader> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        for (const signal of signals) signal.removeEventListener('abort', abort)
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
      }
      const entry: Waiting<Reader> = {
        caller,
        keys: caller.map((_, level) => groupKey(caller, level)),
        start: (reader) => {
          leave()
          resolve(reader)
        },
        refuse: (error) => {
          leave()
          reject(error)
        },
      }
      const abort = (): void => entry.refuse(closedByClient())
      const timer = setTimeout(() => entry.refuse(busy()), WAIT_MAX_MS)
      for (const signal of signals) signal.addEventListener('abort', abort, { once: true })
      this.#waiting.push(entry)
      this.#refuseAboveLimits(caller)
    })
  }

  #refuseAboveLimits(caller: CallerGroups): void {
    const own = this.#waiting.filter((one) => isSame(one.caller, caller))
    if (own.length > WAITING_PER_CALLER_MAX) own.at(-1)?.refuse(ownReadsWait())
    if (this.#waiting.length <= WAITING_MAX) return
    const largest = this.#choose(this.#waiting, ({ waiting, demand }, best) =>
      waiting.length === best.waiting.length ? demand > best.demand : waiting.length > best.waiting.length,
    )
    largest.at(-1)?.refuse(busy())
  }

  /**
   * Goes down from apps to the reads of one caller, on each level to the best group.
   * @param among not empty for a choice
   * @param isBetter if never, the group with the oldest read is chosen
   */
  #choose(
    among: readonly Waiting<Reader>[],
    isBetter: (group: Group<Reader>, best: Group<Reader>) => boolean,
  ): readonly Waiting<Reader>[] {
    let chosen = among
    for (let level = 0; chosen.some(({ keys }) => keys.length > level); level += 1) {
      const [first, ...others] = this.#groupsOf(chosen, level)
      if (!first) break
      let best = first
      for (const group of others) if (isBetter(group, best)) best = group
      chosen = best.waiting
    }
    return chosen
  }

  #groupsOf(waiting: readonly Waiting<Reader>[], level: number): Group<Reader>[] {
    const groups = new Map<string, Waiting<Reader>[]>()
    for (const one of waiting) {
      const key = one.keys[level] ?? ''
      const group = groups.get(key)
      if (group) group.push(one)
      else groups.set(key, [one])
    }
    return [...groups].map(([key, found]) => ({
      waiting: found,
      demand: this.#use.of(key) + found.length * ESTIMATE_MS,
    }))
  }
}

const isSame = (one: CallerGroups, other: CallerGroups): boolean =>
  one.length === other.length && one.every((group, level) => group === other[level])

export const closedByClient = (): ApiError => new ApiError('client-closed-request')

const ownReadsWait = (): ApiError =>
  new ApiError('too-many-requests', {
    message: `${WAITING_PER_CALLER_MAX} of your queries are waiting for their turn. Please wait for their answers.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const busy = (): ApiError => new ApiError('server-busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
