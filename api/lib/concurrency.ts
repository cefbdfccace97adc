import { setImmediate } from 'node:timers/promises'
import { ApiError } from './errors'

/** Waits for work, for so many milliseconds at most; the work itself continues. */
export async function withTimeout(work: Promise<unknown> | null, maxMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxMs)
  })
  try {
    await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}

/** Lets other requests run: SQLite answers without ever leaving the thread. */
export const yieldToEventLoop = (): Promise<void> => setImmediate()

/**
 * For long work on the event loop: call the result between its steps.
 * @param sliceMs other requests are let in when so many milliseconds have passed since they last were
 */
export function createTimeSlices(sliceMs = 5): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < sliceMs) return
    await yieldToEventLoop()
    began = performance.now()
  }
}

/** Lets one in at a time, in order of arrival. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()
  /** Who is inside and who waits. */
  #count = 0

  /** Whether nobody is inside: synchronous work need not enter then. */
  get isFree(): boolean {
    return this.#count === 0
  }

  /** Resolves with the function that lets the next one in; call it exactly once. */
  async enter(): Promise<() => void> {
    const before = this.#last
    let leave: () => void = () => {}
    this.#count += 1
    this.#last = new Promise((resolve) => {
      leave = () => {
        this.#count -= 1
        resolve()
      }
    })
    await before
    return leave
  }
}

/** Work that must not run twice at once for one key. */
export interface KeyedLock {
  /**
   * Runs the work when earlier work for the same key has ended.
   * @throws ApiError `service-unavailable` where the lock is shared by processes and cannot be had in half a minute
   */
  withLock: <T>(key: string, work: () => Promise<T>) => Promise<T>
}

/** Work for one key runs in order of arrival, one at a time; work for different keys at once. */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>()
  return {
    withLock: async (key, work) => {
      const before = last.get(key) ?? Promise.resolve()
      const running = before.then(work)
      const ended = running.catch(() => {})
      last.set(key, ended)
      try {
        return await running
      } finally {
        if (last.get(key) === ended) last.delete(key)
      }
    },
  }
}

export interface ConcurrencyLimiter {
  /** @throws ApiError `too-many-requests` when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs a few at a time, lets some wait in order of arrival, and refuses the rest at once. */
export function createConcurrencyLimiter(options: {
  concurrency: number
  queueLength: number
  retryAfterSeconds: number
}): ConcurrencyLimiter {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < options.concurrency) {
      running += 1
      return
    }
    if (waiting.length >= options.queueLength) {
      throw new ApiError('too-many-requests', { retryAfterSeconds: options.retryAfterSeconds })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** The place passes to the next in the queue, so nobody who arrives in between can take it. */
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

export interface WorkerPoolOptions<Job> {
  /** How many jobs run at a time. */
  size: number
  /** After this time an attempt is aborted. */
  attemptMaxMs: number
  /** Takes the next job that is due. @param isStopped asked again after anything that takes time: then the job goes back */
  claim: (isStopped: () => boolean) => Promise<Job | undefined>
  attempt: (job: Job, attempt: JobAttempt) => Promise<void>
  /** Called when jobs can neither be claimed nor recorded. */
  fail: (error: unknown) => void
}

export interface JobAttempt {
  /** Aborted when its time is up, or the pool is cut. */
  signal: AbortSignal
  /** Whether the pool was cut: then the job is as due as it was. */
  isCut: () => boolean
}

export interface WorkerPool {
  /** Starts one more worker, as far as there is room. */
  start: () => void
  /** Resolves when no worker runs. */
  ended: () => Promise<void>
  /** Starts nothing more and finishes the jobs that run. @param graceMs after this time they are cut */
  stop: (graceMs: number) => Promise<void>
  isStopped: () => boolean
}

/** Each worker does one job after the other and ends when none is due; whenever one finds a job, another starts beside it. */
export function createWorkerPool<Job>(options: WorkerPoolOptions<Job>): WorkerPool {
  const { size, attemptMaxMs, claim, attempt, fail } = options
  const state = { stopped: false, cut: false }
  const workers = new Set<Promise<void>>()
  const aborts = new Set<AbortController>()
  const next = (): Promise<Job | undefined> => claim(() => state.stopped)

  const runJob = async (job: Job): Promise<void> => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), attemptMaxMs)
    aborts.add(abort)
    try {
      await attempt(job, { signal: abort.signal, isCut: () => state.cut })
    } finally {
      clearTimeout(timer)
      aborts.delete(abort)
    }
  }
  const work = async (): Promise<void> => {
    for (let job = await next(); job !== undefined; job = await next()) {
      start()
      await runJob(job)
    }
  }
  const start = (): void => {
    if (state.stopped || workers.size >= size) return
    const worker = work()
      .catch(fail)
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }
  const ended = async (): Promise<void> => {
    while (workers.size > 0) await Promise.all(workers)
  }
  const stop = async (graceMs: number): Promise<void> => {
    state.stopped = true
    const end = setTimeout(() => {
      state.cut = true
      for (const abort of aborts) abort.abort()
    }, graceMs)
    await ended()
    clearTimeout(end)
  }
  return { start, ended, stop, isStopped: () => state.stopped }
}
