import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../lib/errors'

/**
 * Says of code whether it runs inside the work of a transaction. Node 20 watches every promise of the process from the first
 * use of an AsyncLocalStorage on, which makes each several times as slow; so this one is off while no transaction runs.
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

/** PostgreSQL's codes for two transactions that cannot both go on: one is rolled back as a whole, and may simply begin again. */
const conflictCodes = new Set(['40001', '40P01'])

const TRIES_MAX = 10
/** How often it is tried beside others before it is tried alone: what met others once mostly meets them again. */
const TRIES_BESIDE_OTHERS = 1
const PAUSE_MAX_MS = 10

/**
 * Runs a transaction again when the engine gave it up for another one. Everything it did was undone.
 * @param transaction gets whether it goes alone: who was given up waits for the others to end, and lets none in meanwhile
 * @throws ApiError `service-unavailable` when even that did not help, for single statements beside it are let in
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
