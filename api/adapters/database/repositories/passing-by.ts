import { PostgresAdapter } from 'kysely'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Tables } from '../tables'

/**
 * Rows that others are just claiming are passed by, so that several processes which look for work find different work. In
 * SQLite nobody else writes meanwhile, and it knows no such words.
 */
export const passingBy =
  (db: Kysely<Tables>) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    db.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate().skipLocked() : query
