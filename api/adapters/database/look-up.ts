import { performance } from 'node:perf_hooks'
import type { DatabaseWatch } from '../../ports/metrics'

/** The columns of a row, in the order of the statement. */
export type Values = readonly unknown[]

/**
 * The first row of a read that every request makes, outside of any transaction; undefined where there is none. It is
 * prepared once: the way of other statements through Kysely takes longer than the read.
 */
export type LookUp = (parameters: readonly unknown[]) => Promise<Values | undefined>

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
