import { ApiError } from './errors'

/** Stops waiting after `maxMs`; the work itself continues. */
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

interface Poll {
  /** Does nothing while a pause or a call is under way, after `stop`, or without a need. */
  start(waitMs: number): void
  stop(): void
  readonly isStopped: boolean
}

/** Calls `work` again and again, with pauses, as long as `isNeeded` says so. @param options.fail called with each error */
export function createPoll(options: {
  work: () => Promise<void>
  isNeeded: () => boolean
  fail: (error: unknown) => void
  pauseMs: number
}): Poll {
  const { work, isNeeded, fail, pauseMs } = options
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const start = (waitMs: number): void => {
    if (timer || isStopped || !isNeeded()) return
    timer = setTimeout(() => {
      work()
        .catch(fail)
        .finally(() => {
          timer = null
          start(pauseMs)
        })
    }, waitMs)
    timer.unref()
  }
  return {
    start,
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
    },
    get isStopped() {
      return isStopped
    },
  }
}

const yielded: (() => void)[] = []

/**
 * Lets other requests run: SQLite calls are synchronous and never yield. Each turn of the event loop continues one caller, in FIFO order:
 * steps of twenty callers in one turn would hold it twenty times as long.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    yielded.push(resolve)
    if (yielded.length === 1) setImmediate(continueOne)
  })
}

function continueOne(): void {
  yielded.shift()?.()
  if (yielded.length > 0) setImmediate(continueOne)
}

/**
 * For long work on the event loop: await the returned function before each step. The first call yields, because much may have begun in this turn.
 * @param sliceMs yields once this much time has passed since the last yield
 */
export function createTimeSlices(sliceMs = 5): () => Promise<void> {
  let began = -Infinity
  return async () => {
    if (performance.now() - began < sliceMs) return
    await yieldToEventLoop()
    began = performance.now()
  }
}

/** FIFO mutex. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()
  #count = 0

  /** When free, synchronous work need not enter. */
  get isFree(): boolean {
    return this.#count === 0
  }

  /** Resolves with the release function, which must be called exactly once. */
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

export interface KeyedLock {
  /**
   * Runs the work after earlier work for the same key.
   * @throws ApiError `service-unavailable` when a lock shared by processes is not free within 30 s
   */
  withLock: <T>(key: string, work: () => Promise<T>) => Promise<T>
}

/** Keyed mutex: FIFO per key, parallel across keys. */
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
  /** @throws ApiError `server-busy` when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs a few jobs at a time, queues some in FIFO order, and refuses the rest at once. */
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
      throw new ApiError('server-busy', { retryAfterSeconds: options.retryAfterSeconds })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Passes the slot to the next in the queue, so a new arrival cannot take it. */
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

/** Callers with the same key share one run while it lasts. */
export class SharedRuns<T> {
  readonly #running = new Map<string, Promise<T>>()

  /** @param work the caller's own, if none runs for the key */
  run(work: () => Promise<T>, key = ''): Promise<T> {
    const known = this.#running.get(key)
    if (known) return known
    const run = work().finally(() => this.#running.delete(key))
    this.#running.set(key, run)
    return run
  }

  /** Null while none runs. */
  current(key = ''): Promise<T> | null {
    return this.#running.get(key) ?? null
  }
}

export interface WorkerPoolOptions<Job> {
  size: number
  /** After this time an attempt is aborted. */
  attemptMaxMs: number
  /** Claims the next due job. @param isStopped check it after every await: if true, release the job */
  claim: (isStopped: () => boolean) => Promise<Job | undefined>
  attempt: (job: Job, attempt: JobAttempt) => Promise<void>
  /** Called when jobs can neither be claimed nor recorded. */
  fail: (error: unknown) => void
}

export interface JobAttempt {
  /** Aborted on timeout or when the pool is stopped hard. */
  signal: AbortSignal
  /** Whether the pool was stopped hard: the job then stays due. */
  isCut: () => boolean
}

export interface WorkerPool {
  /** Starts one more worker, up to `size`. */
  start: () => void
  ended: () => Promise<void>
  /** Starts no new jobs and waits for running ones. @param graceMs they are aborted after this time */
  stop: (graceMs: number) => Promise<void>
  isStopped: () => boolean
}

/** Each worker runs jobs until none is due. A worker that finds a job starts another one beside it. */
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

export interface PollingWorker {
  /** Runs at once, then at each interval. */
  start(): void
  /** Processes everything due; concurrent calls share one run. */
  drain(): Promise<void>
  /** Starts no new run and waits for the current one. @param graceMs then the run is aborted; one that ignores the abort is abandoned */
  stop(graceMs: number): Promise<void>
}

export interface PollingOptions {
  pollMs: number
  work: (signals: PollingSignals) => Promise<void>
  /** Runs the work unless another process is running it. */
  alone?: ((work: () => Promise<void>) => Promise<void>) | undefined
  fail: (error: unknown) => void
}

export interface PollingSignals {
  stopping: AbortSignal
  aborted: AbortSignal
}

/** Runs never overlap. */
export function createPollingWorker({ pollMs, work, alone = atOnce, fail }: PollingOptions): PollingWorker {
  const [stop, abort] = [new AbortController(), new AbortController()]
  const signals = { stopping: stop.signal, aborted: abort.signal }
  const runs = new SharedRuns<void>()
  let timer: NodeJS.Timeout | undefined

  const drain = (): Promise<void> =>
    stop.signal.aborted ? Promise.resolve() : runs.run(() => alone(() => work(signals)).catch(fail))
  return {
    start() {
      timer ??= setInterval(() => void drain(), pollMs).unref()
      void drain()
    },
    drain,
    async stop(graceMs) {
      clearInterval(timer)
      stop.abort()
      await withTimeout(runs.current(), graceMs)
      abort.abort()
      await withTimeout(runs.current(), ABORT_MAX_MS)
    },
  }
}

/** Time for an aborted run to record its abort. */
const ABORT_MAX_MS = 1_000

const atOnce = (work: () => Promise<void>): Promise<void> => work()
