import { PostgresAdapter, sql } from 'kysely'
import type { Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import type { Tables } from './tables'

/** Where a page of a list, newest first, ended. The id tells rows of the same moment apart. */
export interface PageCursor {
  /** The time that the list is ordered by, of its last row. */
  at: number
  id: string
}

/**
 * The rows after a cursor, in a list that is ordered by a time and an id, both descending.
 * @param cursor null or nothing: all rows
 */
export function olderThan(time: string, id: string, cursor: PageCursor | null | undefined): RawBuilder<SqlBool> {
  if (!cursor) return sql<SqlBool>`1 = 1`
  const [at, last] = [sql.ref(time), sql.ref(id)]
  return sql<SqlBool>`(${at} < ${cursor.at} or (${at} = ${cursor.at} and ${last} < ${cursor.id}))`
}

/**
 * Whether the time of the next attempt has come. One that lies further ahead than any pause is due as well: the clock was
 * set back since.
 * @param pauseMaxMs the longest pause between two attempts
 */
export const isDue = (now: number, pauseMaxMs: number): RawBuilder<boolean> =>
  sql<boolean>`(next_attempt_at <= ${now} or next_attempt_at > ${now + pauseMaxMs})`

/**
 * Passes over rows that another process is claiming, so that several processes find different work. SQLite has one writer
 * at a time and no such words.
 */
export const skipLocked =
  (db: Kysely<Tables>) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    db.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate().skipLocked() : query

/** Few enough values for the parameters of one statement in both engines. */
const CHUNK = 500

/** A list in parts of at most 500 values, for `in (…)`. */
export function* inChunks<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < values.length; from += CHUNK) yield values.slice(from, from + CHUNK)
}
