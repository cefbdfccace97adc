import { type Kysely, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './db'
import type { Tables } from './tables'

/** End of the previous page, newest first. The id distinguishes rows of the same millisecond. */
export interface PageCursor {
  /** The last row's value of the time column. */
  at: number
  id: string
}

/** Rows after a cursor, ordered by time and id, both descending. @param cursor null or undefined: all rows */
export function olderThan(time: string, id: string, cursor: PageCursor | null | undefined): RawBuilder<SqlBool> {
  if (!cursor) return sql<SqlBool>`1 = 1`
  const [at, last] = [sql.ref(time), sql.ref(id)]
  return sql<SqlBool>`(${at} < ${cursor.at} or (${at} = ${cursor.at} and ${last} < ${cursor.id}))`
}

/** SKIP LOCKED, so workers claim different rows. SQLite has one writer. */
export const skipLocked =
  (db: Kysely<Tables>) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    db.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate().skipLocked() : query

export interface ClaimOptions {
  now: number
  claimUntil: number
  limit: number
  /** The longest pause between two attempts. A time further ahead is due too: the clock was set back. */
  pauseMaxMs: number
  /** Leaves out rows. */
  only?: RawBuilder<unknown>
}

/** Claims due rows of a queue, so that two processes never work on the same one. */
export async function claimDue<Queue extends 'outbox' | 'mirrorJobs' | 'webhookDeliveries'>(
  { kysely }: Db,
  queue: Queue,
  { now, claimUntil, limit, pauseMaxMs, only = sql`1 = 1` }: ClaimOptions,
): Promise<Tables[Queue][]> {
  const locked = kysely.getExecutor().adapter instanceof PostgresAdapter ? sql`for update skip locked` : sql``
  // Materialized: an engine that searches again for each row would claim more than the limit.
  const { rows } = await sql<Tables[Queue]>`
    with due as materialized (
      select id from ${sql.table(queue)}
      where (next_attempt_at <= ${now} or next_attempt_at > ${now + pauseMaxMs}) and ${only}
      order by next_attempt_at limit ${limit} ${locked}
    )
    update ${sql.table(queue)} set next_attempt_at = ${claimUntil} where id in (select id from due) returning *
  `.execute(kysely)
  return rows
}

/** Tables of what works once, and until it expires. */
type OneTimeTable =
  'connectTickets' | 'memberTickets' | 'ownerLinks' | 'providerAnswers' | 'providerFlows' | 'testConsents'

/** Deletes and returns the row with these values; null without one, or after it expired. Atomic: one of parallel requests gets it. */
export async function consumeRow<Table extends OneTimeTable>(
  { kysely }: Db,
  table: Table,
  values: Partial<Tables[Table]>,
  now: number,
): Promise<Tables[Table] | null> {
  const matches = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<Tables[Table]>`
    delete from ${sql.table(table)} where expires_at > ${now} and ${sql.join(matches, sql` and `)} returning *
  `.execute(kysely)
  return rows[0] ?? null
}

/** Below both engines' limits for parameters. */
const CHUNK = 500

/** For `in (…)`: at most 500 values each. */
export function* inChunks<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < values.length; from += CHUNK) yield values.slice(from, from + CHUNK)
}

/** Memoizes per pool, transaction or connection, such as a compiled statement or a cache. */
export function perConnection<T>(make: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db['kysely'], T>()
  return (db) => {
    const known = made.get(db.kysely)
    if (known !== undefined) return known
    const value = make(db)
    made.set(db.kysely, value)
    return value
  }
}
