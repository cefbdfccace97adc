import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { DatabaseRefusal } from './database-refusal'
import { migrations } from './migrations'
import type { Migration } from './migrations/migration'
import type { Tables } from '../../database/tables'

export class SchemaTooNewError extends DatabaseRefusal {
  override readonly name = 'SchemaTooNewError'

  constructor(found: number, known: number) {
    super(
      `The database has schema ${found}, this version knows ${known} at most. Start a newer version of the program.`,
    )
  }
}

/** The schema of the first version that was released. What came before it never held anybody's data. */
export const FIRST_RELEASED_SCHEMA = 18

/** The newest schema that this version of the program knows. */
export const knownSchema = (steps: readonly Migration[] = migrations): number => steps.at(-1)?.number ?? 0

export interface MigrateOptions {
  /** Takes a lock where a transaction does not by itself. */
  lock?: (transaction: Kysely<Tables>) => Promise<void>
  /** Goes no further than this schema. */
  upTo?: number
  steps?: readonly Migration[]
}

/**
 * Applies what is missing, all or nothing. The transaction takes the write lock before it looks, so of two processes
 * that start together one migrates and the other finds it done.
 * @returns the schema before and after
 * @throws SchemaTooNewError
 */
export async function migrate(
  db: Kysely<Tables>,
  { lock = async () => {}, steps = migrations, upTo = knownSchema(steps) }: MigrateOptions = {},
): Promise<{ from: number; to: number }> {
  return db.transaction().execute(async (transaction) => {
    await lock(transaction)
    await sql`create table if not exists schema_migrations
      (number integer primary key, name text not null, applied_at bigint not null)`.execute(transaction)
    const from = await newestApplied(transaction)
    if (from > knownSchema(steps)) throw new SchemaTooNewError(from, knownSchema(steps))
    for (const { number, name, up } of steps.filter((step) => step.number > from && step.number <= upTo)) {
      await up(transaction)
      await transaction.insertInto('schemaMigrations').values({ number, name, appliedAt: Date.now() }).execute()
    }
    return { from, to: Math.max(from, upTo) }
  })
}

/** The number of the last step that was applied; 0 before the first. */
export async function newestApplied(db: Kysely<Tables> | Transaction<Tables>): Promise<number> {
  const newest = await db
    .selectFrom('schemaMigrations')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  return newest?.number ?? 0
}
