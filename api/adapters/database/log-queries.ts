import type { KyselyConfig } from 'kysely'
import type { DatabaseWatch } from '../../ports/metrics'

/** The option of Kysely that tells of statements: how long they took, never what they say. Without a watcher it is absent, and nothing is measured. */
export const logQueries = (watch: DatabaseWatch | undefined): Pick<KyselyConfig, 'log'> =>
  watch === undefined
    ? {}
    : { log: ({ level, queryDurationMillis }) => watch.queried(queryDurationMillis / 1000, level === 'error') }
