import type { EventEmitter } from 'node:events'

type Outgoing = Pick<EventEmitter, 'once'> & { destroyed: boolean }

/**
 * Starts per turn of the event loop. Separate shares: a read waits for two writes at most. A burst begins with `least`, gains one per short
 * turn and loses half after a long one.
 */
const STARTS_PER_TURN = { least: { read: 2, write: 1 }, most: { read: 8, write: 2 } }
const SHORT_TURN_MS = 10
/** Per IP address; more requests wait. All callers share the database connections. */
const RUNNING_PER_ADDRESS = 16
/** A request that takes long stops counting after this time, unless its body is still arriving: that may use megabytes for minutes. */
const COUNTED_MAX_MS = 1_000

interface Incoming {
  method?: string | undefined
  /** Whether the body has arrived. */
  complete?: boolean
}

type Kind = keyof (typeof STARTS_PER_TURN)['most']

interface Waiting {
  ipAddress: string
  incoming: Incoming
  outgoing: Outgoing
  start: () => void
}

export interface FairQueue {
  /**
   * Starts a request now or queues it. One whose caller disconnects first never starts.
   * @param ipAddress the caller's, as rate limits count it
   */
  run(ipAddress: string, incoming: Incoming, outgoing: Outgoing, start: () => void): void
}

const releases = new WeakMap<object, () => void>()

/** For responses that stay open, such as event streams: they stop counting as running. */
export const releaseSlot = (outgoing: object): void => releases.get(outgoing)?.()

/** Fair queuing by IP address: a burst of one caller delays others by a few milliseconds. Without a burst every request starts at once. */
export function createFairQueue(): FairQueue {
  const running = new RunningRequests()
  const queues = { read: new RoundRobin(), write: new RoundRobin() }
  let started = { read: 0, write: 0 }
  let allowed = STARTS_PER_TURN.least
  let isTurnScheduled = false

  function begin(kind: Kind, request: Waiting): void {
    started[kind] += 1
    scheduleTurn()
    running.hold(request, scheduleTurn)
    request.start()
  }

  function scheduleTurn(): void {
    if (isTurnScheduled) return
    isTurnScheduled = true
    const began = performance.now()
    setImmediate(() => {
      isTurnScheduled = false
      const isIdle = queues.read.isEmpty && queues.write.isEmpty
      allowed = isIdle ? STARTS_PER_TURN.least : startsAfter(allowed, performance.now() - began)
      started = { read: 0, write: 0 }
      for (const kind of ['read', 'write'] as const) {
        while (started[kind] < allowed[kind]) {
          const next = queues[kind].take((ipAddress) => running.hasSlot(ipAddress))
          if (!next) break
          if (!next.outgoing.destroyed) begin(kind, next)
        }
      }
    })
  }

  return {
    run(ipAddress, incoming, outgoing, start) {
      const { method } = incoming
      const kind = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write'
      const waiting = { ipAddress, incoming, outgoing, start }
      if (queues[kind].isEmpty && started[kind] < allowed[kind] && running.hasSlot(ipAddress))
        return begin(kind, waiting)
      queues[kind].add(waiting)
      scheduleTurn()
    },
  }
}

/** Half after a long turn, one more after a short one. @param turnMs from the first start of the last turn to the end of what it started */
function startsAfter({ read, write }: Record<Kind, number>, turnMs: number): Record<Kind, number> {
  const { most } = STARTS_PER_TURN
  if (turnMs > SHORT_TURN_MS) return { read: Math.ceil(read / 2), write: Math.ceil(write / 2) }
  return { read: Math.min(read + 1, most.read), write: Math.min(write + 1, most.write) }
}

class RunningRequests {
  readonly #counts = new Map<string, number>()

  hasSlot(ipAddress: string): boolean {
    return (this.#counts.get(ipAddress) ?? 0) < RUNNING_PER_ADDRESS
  }

  /** Until the response ends, or `COUNTED_MAX_MS` have passed and the body has arrived. @param released called once, then */
  hold({ ipAddress, incoming, outgoing }: Waiting, released: () => void): void {
    this.#add(ipAddress, 1)
    const release = (): void => {
      if (!releases.delete(outgoing)) return
      clearInterval(timer)
      this.#add(ipAddress, -1)
      released()
    }
    const timer = setInterval(() => {
      if (incoming.complete !== false) release()
    }, COUNTED_MAX_MS).unref()
    releases.set(outgoing, release)
    outgoing.once('close', release)
  }

  #add(ipAddress: string, change: 1 | -1): void {
    const count = (this.#counts.get(ipAddress) ?? 0) + change
    if (count > 0) this.#counts.set(ipAddress, count)
    else this.#counts.delete(ipAddress)
  }
}

class RoundRobin {
  readonly #queues = new Map<string, Waiting[]>()

  get isEmpty(): boolean {
    return this.#queues.size === 0
  }

  add(waiting: Waiting): void {
    const queue = this.#queues.get(waiting.ipAddress)
    if (queue) queue.push(waiting)
    else this.#queues.set(waiting.ipAddress, [waiting])
  }

  /** The oldest request of the next startable IP address. */
  take(mayStart: (ipAddress: string) => boolean): Waiting | undefined {
    for (const [ipAddress, queue] of this.#queues) {
      if (!mayStart(ipAddress)) continue
      const next = queue.shift()
      this.#queues.delete(ipAddress)
      if (queue.length > 0) this.#queues.set(ipAddress, queue)
      return next
    }
    return undefined
  }
}
