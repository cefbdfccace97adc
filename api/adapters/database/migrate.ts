import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { migrations } from './migrations'
import type { Tables } from './tables'

export class SchemaTooNewError extends Error {
  constructor(found: number, known: number) {
    super(
      `The database has schema ${found}, this version knows ${known} at most. Start a newer version of the program.`,
    )
    this.name = 'SchemaTooNewError'
  }
}

/**
 * Applies what is missing, all or nothing. The transaction takes the write lock before it looks, so of two processes
 * that start together one migrates and the other finds it done.
 * @param lock takes it where a transaction does not by itself
 */
export async function migrate(
  db: Kysely<Tables>,
  lock: (transaction: Kysely<Tables>) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lock(transaction)
    await sql`create table if not exists schema_migrations
      (number integer primary key, name text not null, applied_at bigint not null)`.execute(transaction)
    const newest = await transaction
      .selectFrom('schemaMigrations')
      .select(({ fn }) => fn.max('number').as('number'))
      .executeTakeFirst()
    const found = newest?.number ?? 0
    const known = migrations.at(-1)?.number ?? 0
    if (found > known) throw new SchemaTooNewError(found, known)
    for (const { number, name, up } of migrations.filter((migration) => migration.number > found)) {
      await up(transaction)
      await transaction.insertInto('schemaMigrations').values({ number, name, appliedAt: Date.now() }).execute()
    }
  })
}
