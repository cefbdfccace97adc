import { setMaxListeners } from 'node:events'
import type { Kysely } from 'kysely'
import { ApiError } from '../lib/errors'
import type { Tables } from './tables'
import type { StatementTimer } from './readers'

export interface ExpensiveReadLimits {
  /**
   * Milliseconds of processor time for all statements together where the database runs in this process; by the clock, and where
   * it runs elsewhere, five times as many. Only statements count: neither waiting in the queue nor what
   * happens between them.
   */
  maxMs: number
  /** Ends the work, waiting or running: the request's signal. */
  signal?: AbortSignal | undefined
  /** Who asks, for instance an IP address: one caller gets a part of the queue only. */
  caller?: string | undefined
}

/**
 * Runs reads that may take long beside the server: on SQLite in native threads with connections of their own, on PostgreSQL
 * in a small pool of its own. All statements of `work` see the same state of the database; nothing can be written.
 *
 * @param work its database may be used until it settles
 * @throws ApiError `query-limit-exceeded` past `maxMs`, `too-many-requests` where the queue is full, and
 *   `client-closed-request` after the signal; what `work` throws otherwise
 */
export type ExpensiveRead<R> = <T>(work: (db: R) => Promise<T>, limits: ExpensiveReadLimits) => Promise<T>

/** A connection that runs one read transaction at a time. */
export interface Reader {
  /** Its transactions are read-only and see one state of the database. */
  db: Kysely<Tables>
  /** Of the statements of its transaction. */
  timer: StatementTimer
  /** Whether its work is processor time of this process. */
  isInProcess: boolean
  /** Called before each transaction. @param maxMs after which the engine may stop a statement by itself */
  prepare(maxMs: number): void
  /** Stops the statement that runs; does nothing where none does. It may be called again and again. */
  interrupt(): void
  /** Resolves when no interrupt is on its way any longer. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Waiting reads of all callers, and of one. */
const QUEUE_MAX = 60
const QUEUE_PER_CALLER_MAX = 20
const WAIT_MAX_MS = 5_000
const RETRY_AFTER_SECONDS = 2
/** By the clock, a read may take so many times the processor time it may use. */
const CLOCK_FACTOR = 5
/** What happens between statements may take so many times as long. */
const IDLE_FACTOR = 10
const LOOK_EVERY_MS = 5
/** An interrupt that comes just before a statement starts is lost, so it is repeated. */
const INTERRUPT_EVERY_MS = 10

export interface ExpensiveReads<R> {
  read: ExpensiveRead<R>
  /** Ends what runs and refuses what waits. */
  close(): Promise<void>
}

/**
 * A worker pool for read transactions: each reader runs one, a bounded queue waits in order of callback.
 * @param readers at least one
 */
export function createExpensiveReads<R>(
  readers: readonly Reader[],
  createRepositories: (db: Kysely<Tables>) => R,
): ExpensiveReads<R> {
  const queue = createReaderQueue(readers)
  const running = new Set<Promise<unknown>>()
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const read: ExpensiveRead<R> = async (work, limits) => {
    const signals = [closing.signal, ...(limits.signal ? [limits.signal] : [])]
    const reader = await queue.take(limits.caller, signals)
    const run = runLimited(reader, limits.maxMs, signals, createRepositories, work)
    running.add(run)
    try {
      return await run
    } finally {
      running.delete(run)
      queue.giveBack(reader)
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
  createRepositories: (db: Kysely<Tables>) => R,
  work: (repositories: R) => Promise<T>,
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
      .execute((transaction) => work(createRepositories(transaction.withPlugin(checkBefore(requireTime)))))
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
 * A machine that is busy with others, or another machine, must not fail a read that costs little: only the time of statements
 * counts, and where the reader works in this process, the process has to have used it as well. @returns what ends the watch
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

/** Refuses every further statement once the work was stopped. */
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

/** PostgreSQL's own limit can be first. */
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
    giveBack(reader: Reader): void {
      const next = waiting.shift()
      if (next) next.start(reader)
      else idle.push(reader)
    },
  }
}

const busy = (): ApiError => new ApiError('too-many-requests', { retryAfterSeconds: RETRY_AFTER_SECONDS })
