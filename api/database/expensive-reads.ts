import { setMaxListeners } from 'node:events'
import type { Kysely } from 'kysely'
import { processMs, threadClock } from '../lib/clock'
import { ApiError } from '../lib/errors'
import { type CallerGroups, closedByClient, ReadQueue, RecentUse } from './read-queue'
import type { Tables } from './tables'

export interface ExpensiveReadLimits {
  /**
   * Milliseconds of processor time of all statements, where the database runs in this process. By the clock, or for a remote database, five
   * times as many. Queueing, time between statements and what the server itself does meanwhile do not count.
   */
  maxMs: number
  /** The request's signal: cancels the work, queued or running. */
  signal?: AbortSignal | undefined
  /** Whose turn it takes. */
  caller: CallerGroups
  /** It is seldom quick, so it does not try: ten of them at once would hold up visitors there. See `QUICK_MS`. */
  isSlow?: boolean
}

/**
 * Runs slow reads without blocking the server: SQLite in native threads with connections of their own, PostgreSQL in a small separate pool.
 * All statements of `work` see one snapshot; writes fail. `work` may use its database until it settles. It begins again, as a slow read,
 * when it was not quick and others wait: see `QUICK_MS`.
 * @throws ApiError `query-limit-exceeded` past `maxMs`, `too-many-requests` if the caller has too many reads in the queue, `server-busy`
 * if others fill it, `client-closed-request` after the signal; otherwise what `work` throws
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
  /** Called before each transaction. @param maxMs a database server stops a statement after this time */
  prepare(maxMs: number): void
  /** Stops the running statement, if any. May be repeated. */
  interrupt(): void
  /** Resolves when no interrupt is pending. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * A read begins on a reader of its own kind, so that it never waits for a slow one. After this time it leaves that reader if one waits
 * for it that comes first, and waits for another: a flood does not drive away the reads of others.
 */
const QUICK_MS = 4
/** Wall clock limit as a multiple of the processor time limit. */
const CLOCK_FACTOR = 5
/** Limit for the time between statements, as a multiple. */
const IDLE_FACTOR = 10
/** A database server stops a statement by itself, which is cheaper for it than to be asked. */
const SERVER_GRACE_MS = 50
const LOOK_EVERY_MS = 5
/** If the server's thread did not look for longer, it was busy itself: a statement of this process may have ended long ago. */
const HELD_AFTER_MS = 50
/** Repeated: an interrupt just before a statement starts is lost. */
const INTERRUPT_EVERY_MS = 10

export interface ExpensiveReads<R> {
  read: ExpensiveRead<R>
  /** Cancels running and queued reads. */
  close(): Promise<void>
}

/** At least one of each. */
export interface Readers {
  quick: readonly Reader[]
  slow: readonly Reader[]
}

/** One read transaction per reader; fair queues. */
export function createExpensiveReads<R>({ quick, slow }: Readers, over: (db: Kysely<Tables>) => R): ExpensiveReads<R> {
  const use = new RecentUse(() => performance.now())
  const queues = { quick: new ReadQueue(quick, use), slow: new ReadQueue(slow, use) }
  const running = new Set<Promise<unknown>>()
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)

  async function runOn<T>(
    queue: ReadQueue<Reader>,
    work: (db: R) => Promise<T>,
    { caller, signal, maxMs }: ExpensiveReadLimits,
  ): Promise<T> {
    const signals = [closing.signal, ...(signal ? [signal] : [])]
    const reader = await queue.take(caller, signals)
    reader.timer.reset()
    const stay = { maxMs, mustLeave: () => queue === queues.quick && queue.isAwaited(caller, reader.timer.usedMs) }
    return new Promise((answer, refuse) => {
      const run = runLimited(reader, stay, signals, { work: (db) => work(over(db)), answer })
        .catch(refuse)
        .finally(() => {
          running.delete(run)
          use.add(caller, reader.timer.usedMs)
          queue.release(reader)
        })
      running.add(run)
    })
  }

  const read: ExpensiveRead<R> = async (work, limits) => {
    if (limits.isSlow) return runOn(queues.slow, work, limits)
    try {
      return await runOn(queues.quick, work, limits)
    } catch (error) {
      if (!(error instanceof TooSlow) || error.maxMs >= limits.maxMs) throw error
      return runOn(queues.slow, work, limits)
    }
  }
  const close = async (): Promise<void> => {
    closing.abort()
    await Promise.allSettled(running)
    await Promise.all([...quick, ...slow].map((reader) => reader.close()))
  }
  return { read, close }
}

/** How long a read may keep its reader. */
interface Stay {
  maxMs: number
  /** Whether it ends after `QUICK_MS`. */
  mustLeave: () => boolean
}

const msOf = ({ maxMs, mustLeave }: Stay): number => (mustLeave() ? Math.min(QUICK_MS, maxMs) : maxMs)

interface Run<T> {
  work: (db: Kysely<Tables>) => Promise<T>
  answer: (found: T) => void
}

/** Resolves after the answer, when the reader is free. */
async function runLimited<T>(
  reader: Reader,
  stay: Stay,
  signals: readonly AbortSignal[],
  { work, answer }: Run<T>,
): Promise<void> {
  // A database server learns it before: a cancellation costs a connection.
  const maxMs = msOf(stay)
  let stopped: ApiError | null = null
  let repeat: NodeJS.Timeout | undefined
  const stop = (reason: ApiError): void => {
    if (stopped) return
    stopped = reason
    reader.interrupt()
    repeat = setInterval(() => reader.interrupt(), INTERRUPT_EVERY_MS)
  }
  const requireTime = (): void => {
    // A database server may have stopped the last statement, without the work's noticing.
    if (watch.clockMs() >= maxMs * CLOCK_FACTOR) stop(new TooSlow(maxMs))
    if (stopped) throw stopped
  }
  const abort = (): void => stop(closedByClient())
  for (const signal of signals) signal.addEventListener('abort', abort, { once: true })
  const watch = onTimeUsed(reader, { ...stay, maxMs }, (ms) => stop(new TooSlow(ms)))
  reader.prepare(maxMs * CLOCK_FACTOR)
  const unwatch = (): void => {
    watch.end()
    clearInterval(repeat)
    for (const signal of signals) signal.removeEventListener('abort', abort)
  }
  try {
    if (signals.some(({ aborted }) => aborted)) abort()
    requireTime()
    await reader.db.transaction().execute(async (transaction) => {
      const found = await work(transaction.withPlugin(checkBefore(requireTime)))
      // The work may have ignored that a statement was stopped.
      requireTime()
      unwatch()
      // The end of a transaction that only read changes nothing, so the answer does not wait for it.
      answer(found)
    })
  } catch (error) {
    throw stopped ?? (isStatementTimeout(error) ? new TooSlow(maxMs) : error)
  } finally {
    unwatch()
    await reader.settled()
  }
}

/**
 * A busy machine must not fail a cheap read: only statement time counts, and with an in-process reader also the processor time of the
 * threads beside the server's own.
 */
function onTimeUsed({ isInProcess, timer: statements }: Reader, stay: Stay, onEnd: (maxMs: number) => void) {
  const startedAt = performance.now()
  const before = otherThreadsMs()
  let [seenMs, heldMs] = [0, 0]
  /** Of the statements. */
  const clockMs = (): number => {
    const sinceMs = statements.usedMs - seenMs
    if (isInProcess) heldMs += Math.max(0, sinceMs - HELD_AFTER_MS)
    seenMs += sinceMs
    return seenMs - heldMs
  }
  const look = (): void => {
    const usedMs = isInProcess ? Math.min(statements.usedMs, otherThreadsMs() - before) : 0
    const wholeMs = Math.max(clockMs(), (performance.now() - startedAt) / IDLE_FACTOR)
    const maxMs = msOf(stay)
    // The server knows only the whole time.
    const graceMs = isInProcess || maxMs < stay.maxMs ? 0 : SERVER_GRACE_MS
    if (usedMs >= maxMs || wholeMs >= maxMs * CLOCK_FACTOR + graceMs) onEnd(maxMs)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return { clockMs, end: () => clearInterval(timer) }
}

/** Processor time of this process in milliseconds, without the server's own thread where the system tells it. Counts from any moment. */
const otherThreadsMs = (): number => processMs() - (threadClock()?.() ?? 0)

const checkBefore = (requireTime: () => void): Parameters<Kysely<Tables>['withPlugin']>[0] => ({
  transformQuery: ({ node }) => {
    requireTime()
    return node
  },
  transformResult: async ({ result }) => result,
})

class TooSlow extends ApiError {
  readonly maxMs: number

  constructor(maxMs: number) {
    super('query-limit-exceeded', { message: `This query takes more than ${maxMs} ms. Please narrow it down.` })
    this.maxMs = maxMs
  }
}

/** PostgreSQL's own limit may fire first. */
function isStatementTimeout(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '57014'
}
