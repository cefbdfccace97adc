import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, KyselyConfig } from 'kysely'
import { ApiError } from '../lib/errors'
import type { Tables } from './tables'

/**
 * Whether code runs inside a transaction. An active AsyncLocalStorage makes every promise in Node 20 several times slower, so this one is
 * off
 * while no transaction runs.
 */
export class TransactionMark extends AsyncLocalStorage<true> {
  #running = 0

  override run<R>(store: true, work: () => R): R
  override run<R, Given extends unknown[]>(store: true, work: (...given: Given) => R, ...given: Given): R
  override run<R, Given extends unknown[]>(store: true, work: (...given: Given) => R, ...given: Given): R {
    this.#running += 1
    let result: R
    try {
      result = super.run(store, work, ...given)
    } catch (error) {
      this.#end()
      throw error
    }
    if (result instanceof Promise)
      result.then(
        () => this.#end(),
        () => this.#end(),
      )
    else this.#end()
    return result
  }

  #end(): void {
    this.#running -= 1
    if (this.#running === 0) this.disable()
  }
}

/** PostgreSQL's codes for a conflict: one transaction was rolled back completely and may run again. */
const conflictCodes = new Set(['40001', '40P01'])

const TRIES_MAX = 10
/** Parallel retries before it runs alone: what conflicted once mostly conflicts again. */
const TRIES_BESIDE_OTHERS = 1
const PAUSE_MAX_MS = 10

/**
 * Runs a transaction again after a conflict.
 * @param transaction gets whether it runs alone: it then waits for all others, and new ones wait for it
 * @throws ApiError `service-unavailable` if even that fails: single statements are not blocked
 */
export async function retryConflicts<T>(transaction: (isAlone: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction(tries > TRIES_BESIDE_OTHERS)
    } catch (error) {
      if (!isConflict(error)) throw error
      if (tries >= TRIES_MAX) throw new ApiError('service-unavailable', { cause: error })
      await pause(Math.random() * PAUSE_MAX_MS)
    }
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && conflictCodes.has(error.code)

export interface PoolUse {
  open: number
  idle: number
  waiting: number
}

export interface DatabaseWatch {
  queried(seconds: number, isFailed: boolean): void
  /** @param look called at every scrape */
  hasPool(look: () => PoolUse): void
}

/** Reports how long statements took, never their text. Without a watch nothing is measured. */
export const logQueries = (watch: DatabaseWatch | undefined): Pick<KyselyConfig, 'log'> =>
  watch === undefined
    ? {}
    : { log: ({ level, queryDurationMillis }) => watch.queried(queryDurationMillis / 1000, level === 'error') }

export interface QueueState {
  name: 'outbox' | 'webhooks' | 'mirror'
  waiting: number
  /** Epoch milliseconds; null for an empty queue. */
  oldestAt: number | null
}

/** Counts all queued rows, so frequent callers cache the result. */
export async function readQueues(db: Kysely<Tables>): Promise<QueueState[]> {
  const outbox = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('createdAt').as('oldestAt')])
    .executeTakeFirst()
  const webhooks = await db
    .selectFrom('webhookDeliveries as delivery')
    .innerJoin('webhookMessages as message', 'message.id', 'delivery.messageId')
    .where('delivery.status', '=', 'WAITING')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('message.createdAt').as('oldestAt')])
    .executeTakeFirst()
  const mirror = await db
    .selectFrom('mirrorJobs')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('createdAt').as('oldestAt')])
    .executeTakeFirst()
  return [
    { name: 'outbox', ...stateOf(outbox) },
    { name: 'webhooks', ...stateOf(webhooks) },
    { name: 'mirror', ...stateOf(mirror) },
  ]
}

const stateOf = (row: { waiting: number; oldestAt: number | null } | undefined): Omit<QueueState, 'name'> => ({
  waiting: row?.waiting ?? 0,
  oldestAt: row?.oldestAt ?? null,
})
