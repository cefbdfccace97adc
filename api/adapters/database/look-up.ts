import { performance } from 'node:perf_hooks'
import type { Awaitable } from '../../ports/awaitable'
import type { DatabaseWatch } from '../../ports/metrics'

/** The columns of a row, in the order of the statement. */
export type Values = readonly unknown[]

/**
 * The first row of a read that every request makes, outside of any transaction; undefined where there is none. Answered at
 * once where nothing has to be waited for: on the way of other statements a promise follows the other.
 */
export type LookUp = (parameters: readonly unknown[]) => Awaitable<Values | undefined>

/** @param sql parameters as the engine's driver knows them */
export type PrepareLookUp = (sql: string) => LookUp

/** @param watch is told of every look, as of every statement */
export function watchLookUps(prepare: PrepareLookUp, watch: DatabaseWatch | undefined): PrepareLookUp {
  if (watch === undefined) return prepare
  return (sql) => {
    const lookUp = prepare(sql)
    return async (parameters) => {
      const startedAt = performance.now()
      const tell = (isFailed: boolean) => watch.queried((performance.now() - startedAt) / 1000, isFailed)
      try {
        const found = await lookUp(parameters)
        tell(false)
        return found
      } catch (error) {
        tell(true)
        throw error
      }
    }
  }
}
