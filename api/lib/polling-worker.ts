import { withTimeout } from './concurrency'

export interface PollingWorker {
  /** Works now and again at each interval. */
  start(): void
  /** Works through what is due now; calls during a run share it. */
  drain(): Promise<void>
  /**
   * Starts nothing more and lets the run end.
   * @param graceMs after this time the run is aborted, and no longer waited for if it ignores that
   */
  stop(graceMs: number): Promise<void>
}

export interface PollingOptions {
  pollMs: number
  /** One run, until nothing is due. */
  work: (signals: PollingSignals) => Promise<void>
  /** Runs the work, or skips it while another process has it. */
  alone?: ((work: () => Promise<void>) => Promise<void>) | undefined
  fail: (error: unknown) => void
}

export interface PollingSignals {
  /** The worker stops: begin nothing more. */
  stopping: AbortSignal
  /** The grace period is over: abort. */
  aborted: AbortSignal
}

/** A background worker that polls, with one run at a time. */
export function createPollingWorker({ pollMs, work, alone = atOnce, fail }: PollingOptions): PollingWorker {
  const [stop, abort] = [new AbortController(), new AbortController()]
  const signals = { stopping: stop.signal, aborted: abort.signal }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  const drain = (): Promise<void> => {
    if (stop.signal.aborted) return Promise.resolve()
    running ??= alone(() => work(signals))
      .catch(fail)
      .finally(() => (running = null))
    return running
  }
  return {
    start() {
      timer ??= setInterval(() => void drain(), pollMs).unref()
      void drain()
    },
    drain,
    async stop(graceMs) {
      clearInterval(timer)
      stop.abort()
      await withTimeout(running, graceMs)
      abort.abort()
      await withTimeout(running, ABORT_MAX_MS)
    },
  }
}

/** An aborted run still records that, which takes a moment. */
const ABORT_MAX_MS = 1_000

const atOnce = (work: () => Promise<void>): Promise<void> => work()
