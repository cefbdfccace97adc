import type { EventEmitter } from 'node:events'

/** What is read of a response of `node:http`. */
type Outgoing = Pick<EventEmitter, 'once'> & { destroyed: boolean }

/**
 * Requests that begin within one turn of the event loop. Reads and writes have their own share, so a read waits for two writes at
 * most, however many arrive together.
 */
const STARTS_PER_TURN = { read: 8, write: 2 }
/** Requests of one IP address that run at a time; more wait. They share the connections to the database with everybody. */
const RUNNING_PER_ADDRESS = 16
/** A request that waits for its caller, such as a slow upload, takes no processor time: after this long it no longer counts. */
const COUNTED_MAX_MS = 1_000

type Kind = keyof typeof STARTS_PER_TURN

interface Waiting {
  address: string
  outgoing: Outgoing
  start: () => void
}

export interface FairQueue {
  /**
   * Starts a request now or after those that other callers wait for. One whose caller leaves first is never started.
   * @param address the caller's, as rate limits count it
   */
  run(address: string, incoming: { method?: string | undefined }, outgoing: Outgoing, start: () => void): void
}

const releases = new WeakMap<object, () => void>()

/** For responses that stay open, such as event streams: from now on the request no longer counts as running. */
export const releaseSlot = (outgoing: object): void => releases.get(outgoing)?.()

/**
 * Fair queuing of requests over IP addresses: many cheap requests at once delay those of other callers by a few milliseconds.
 * Without a burst every request starts at once.
 */
export function createFairQueue(): FairQueue {
  const running = new Map<string, number>()
  const queues = { read: new RoundRobin(), write: new RoundRobin() }
  const started = { read: 0, write: 0 }
  let isTurnScheduled = false

  const hasSlot = (address: string): boolean => (running.get(address) ?? 0) < RUNNING_PER_ADDRESS

  function begin(kind: Kind, { address, outgoing, start }: Waiting): void {
    started[kind] += 1
    scheduleTurn()
    running.set(address, (running.get(address) ?? 0) + 1)
    const release = (): void => {
      if (!releases.delete(outgoing)) return
      clearTimeout(timer)
      const left = (running.get(address) ?? 1) - 1
      if (left > 0) running.set(address, left)
      else running.delete(address)
      scheduleTurn()
    }
    const timer = setTimeout(release, COUNTED_MAX_MS).unref()
    releases.set(outgoing, release)
    outgoing.once('close', release)
    start()
  }

  function scheduleTurn(): void {
    if (isTurnScheduled) return
    isTurnScheduled = true
    setImmediate(() => {
      isTurnScheduled = false
      started.read = 0
      started.write = 0
      for (const kind of ['read', 'write'] as const) {
        while (started[kind] < STARTS_PER_TURN[kind]) {
          const next = queues[kind].take(hasSlot)
          if (!next) break
          if (!next.outgoing.destroyed) begin(kind, next)
        }
      }
    })
  }

  return {
    run(address, { method }, outgoing, start) {
      const kind = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write'
      const waiting = { address, outgoing, start }
      if (queues[kind].isEmpty && started[kind] < STARTS_PER_TURN[kind] && hasSlot(address)) begin(kind, waiting)
      else {
        queues[kind].add(waiting)
        scheduleTurn()
      }
    },
  }
}

/** One queue for each address; they take turns. */
class RoundRobin {
  /** In the order in which they are served next. */
  readonly #queues = new Map<string, Waiting[]>()

  get isEmpty(): boolean {
    return this.#queues.size === 0
  }

  add(waiting: Waiting): void {
    const queue = this.#queues.get(waiting.address)
    if (queue) queue.push(waiting)
    else this.#queues.set(waiting.address, [waiting])
  }

  /** The oldest request of the next address that may start one. */
  take(mayStart: (address: string) => boolean): Waiting | undefined {
    for (const [address, queue] of this.#queues) {
      if (!mayStart(address)) continue
      const next = queue.shift()
      this.#queues.delete(address)
      if (queue.length > 0) this.#queues.set(address, queue)
      return next
    }
    return undefined
  }
}
