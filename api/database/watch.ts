import type { KyselyConfig } from 'kysely'

/** Connections of a pool. */
export interface PoolUse {
  /** Used or not. */
  open: number
  idle: number
  /** Callers that wait for one. */
  waiting: number
}

/** Called by a database about its work. */
export interface DatabaseWatch {
  /** A statement ended. */
  queried(seconds: number, isFailed: boolean): void
  /** @param look called whenever the numbers are read */
  hasPool(look: () => PoolUse): void
}

/** Kysely's option that reports how long statements took, never what they say. Without a watch nothing is measured. */
export const logQueries = (watch: DatabaseWatch | undefined): Pick<KyselyConfig, 'log'> =>
  watch === undefined
    ? {}
    : { log: ({ level, queryDurationMillis }) => watch.queried(queryDurationMillis / 1000, level === 'error') }
