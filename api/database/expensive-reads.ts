import { setMaxListeners } from 'node:events'
import type { Kysely } from 'kysely'
import { ApiError } from '../lib/errors'
import type { Tables } from './tables'

export interface ExpensiveReadLimits {
  /**
   * Milliseconds of processor time of all statements, where the database runs in this process. By the clock, or for a remote database, five
   * times as many. Queueing and time between statements do not count.
   */
  maxMs: number
  /** The request's signal: cancels the work, queued or running. */
  signal?: AbortSignal | undefined
  /** Such as an IP address: one caller gets only part of the queue. */
  caller?: string | undefined
}

/**
 * Runs slow reads without blocking the server: SQLite in native threads with connections of their own, PostgreSQL in a small separate pool.
 * All statements of `work` see one snapshot; writes fail. `work` may use its database until it settles.
 * @throws ApiError `query-limit-exceeded` past `maxMs`, `too-many-requests` for a full queue, `client-closed-request` after the signal;
 * otherwise what `work` throws
 */
export type ExpensiveRead<R> = <T>(work: (db: R) => Promise<T>, limits: ExpensiveReadLimits) => Promise<T>

/** A connection for one read transaction at a time. */
export interface Reader {
  /** Read-only; each transaction sees one snapshot. */
  db: Kysely<Tables>
  /** Times the statements of its transaction. */
  timer: { reset(): void; readonly usedMs: number }
  /** Whether its work uses this process's processor time. */
  isInProcess: boolean
  /** Called before each transaction. @param maxMs the engine may stop a statement after this time */
  prepare(maxMs: number): void
  /** Stops the running statement, if any. May be repeated. */
  interrupt(): void
  /** Resolves when no interrupt is pending. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Queued reads: all callers, and one caller. */
const QUEUE_MAX = 60
const QUEUE_PER_CALLER_MAX = 20
const WAIT_MAX_MS = 5_000
const RETRY_AFTER_SECONDS = 2
/** Wall clock limit as a multiple of the processor time limit. */
const CLOCK_FACTOR = 5
/** Limit for the time between statements, as a multiple. */
const IDLE_FACTOR = 10
const LOOK_EVERY_MS = 5
/** Repeated: an interrupt just before a statement starts is lost. */
const INTERRUPT_EVERY_MS = 10

export interface ExpensiveReads<R> {
  read: ExpensiveRead<R>
  /** Cancels running and queued reads. */
  close(): Promise<void>
}

/** One read transaction per reader; a bounded FIFO queue. @param readers at least one */
export function createExpensiveReads<R>(
  readers: readonly Reader[],
  over: (db: Kysely<Tables>) => R,
): ExpensiveReads<R> {
  const queue = createReaderQueue(readers)
  const running = new Set<Promise<unknown>>()
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const read: ExpensiveRead<R> = async (work, limits) => {
    const signals = [closing.signal, ...(limits.signal ? [limits.signal] : [])]
    const reader = await queue.take(limits.caller, signals)
    const run = runLimited(reader, limits.maxMs, signals, { over, work })
    running.add(run)
    try {
      return await run
    } finally {
      running.delete(run)
      queue.release(reader)
    }
  }
  const close = async (): Promise<void> => {
    closing.abort()
    await Promise.allSettled(running)
    await Promise.all(readers.map((reader) => reader.close()))
  }
  return { read, close }
}

async function runLimited<R, T>(
  reader: Reader,
  maxMs: number,
  signals: readonly AbortSignal[],
  { over, work }: { over: (db: Kysely<Tables>) => R; work: (repositories: R) => Promise<T> },
): Promise<T> {
  let stopped: ApiError | null = null
  let repeat: NodeJS.Timeout | undefined
  const stop = (reason: ApiError): void => {
    if (stopped) return
    stopped = reason
    reader.interrupt()
    repeat = setInterval(() => reader.interrupt(), INTERRUPT_EVERY_MS)
  }
  const requireTime = (): void => {
    if (stopped) throw stopped
  }
  const abort = (): void => stop(closedByClient())
  for (const signal of signals) signal.addEventListener('abort', abort, { once: true })
  reader.timer.reset()
  const clearTimer = onTimeUsed(reader, maxMs, () => stop(tooSlow(maxMs)))
  reader.prepare(maxMs * CLOCK_FACTOR)
  try {
    if (signals.some(({ aborted }) => aborted)) abort()
    requireTime()
    return await reader.db
      .transaction()
      .execute((transaction) => work(over(transaction.withPlugin(checkBefore(requireTime)))))
  } catch (error) {
    throw stopped ?? (isStatementTimeout(error) ? tooSlow(maxMs) : error)
  } finally {
    clearTimer()
    clearInterval(repeat)
    for (const signal of signals) signal.removeEventListener('abort', abort)
    await reader.settled()
  }
}

/**
 * A busy machine must not fail a cheap read: only statement time counts, and with an in-process reader also this process's processor time.
 * @returns stops the watch
 */
function onTimeUsed({ isInProcess, timer: statements }: Reader, maxMs: number, end: () => void): () => void {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const look = (): void => {
    const { user, system } = process.cpuUsage(before)
    const usedMs = isInProcess ? Math.min(statements.usedMs, (user + system) / 1_000) : 0
    const clockMs = Math.max(statements.usedMs, (performance.now() - startedAt) / IDLE_FACTOR)
    const leftMs = Math.min(maxMs - usedMs, maxMs * CLOCK_FACTOR - clockMs)
    if (leftMs <= 0) end()
    else timer = setTimeout(look, Math.max(leftMs, LOOK_EVERY_MS))
  }
  let timer = setTimeout(look, maxMs)
  return () => clearTimeout(timer)
}

const checkBefore = (requireTime: () => void): Parameters<Kysely<Tables>['withPlugin']>[0] => ({
  transformQuery: ({ node }) => {
    requireTime()
    return node
  },
  transformResult: async ({ result }) => result,
})

const tooSlow = (maxMs: number): ApiError =>
  new ApiError('query-limit-exceeded', { message: `This query takes more than ${maxMs} ms. Please narrow it down.` })

const closedByClient = (): ApiError => new ApiError('client-closed-request')

/** PostgreSQL's own limit may fire first. */
function isStatementTimeout(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '57014'
}

interface Waiting {
  caller: string | undefined
  start: (reader: Reader) => void
}

function createReaderQueue(readers: readonly Reader[]) {
  const idle = [...readers]
  const waiting: Waiting[] = []

  const refuseWhenFull = (caller: string | undefined): void => {
    const own = caller === undefined ? 0 : waiting.filter((one) => one.caller === caller).length
    if (waiting.length >= QUEUE_MAX || own >= QUEUE_PER_CALLER_MAX) throw busy()
  }

  const wait = (caller: string | undefined, signals: readonly AbortSignal[]): Promise<Reader> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        for (const signal of signals) signal.removeEventListener('abort', abort)
      }
      const entry: Waiting = {
        caller,
        start: (reader) => {
          leave()
          resolve(reader)
        },
      }
      const giveUp = (error: ApiError): void => {
        leave()
        const place = waiting.indexOf(entry)
        if (place !== -1) waiting.splice(place, 1)
        reject(error)
      }
      const abort = (): void => giveUp(closedByClient())
      const timer = setTimeout(() => giveUp(busy()), WAIT_MAX_MS)
      for (const signal of signals) signal.addEventListener('abort', abort, { once: true })
      waiting.push(entry)
    })

  return {
    async take(caller: ExpensiveReadLimits['caller'], signals: readonly AbortSignal[]): Promise<Reader> {
      if (signals.some(({ aborted }) => aborted)) throw closedByClient()
      const reader = idle.pop()
      if (reader) return reader
      refuseWhenFull(caller)
      return wait(caller, signals)
    },
    release(reader: Reader): void {
      const next = waiting.shift()
      if (next) next.start(reader)
      else idle.push(reader)
    },
  }
}

const busy = (): ApiError => new ApiError('too-many-requests', { retryAfterSeconds: RETRY_AFTER_SECONDS })
