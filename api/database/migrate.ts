import { sql } from 'kysely'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { DatabaseRefusal } from './errors'
import { migrations } from './migrations'
import type { Migration } from './migrations/migration'
import type { Tables } from './tables'

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

/** A table or a column that goes with a step, and how many rows hold something there. */
export interface Loss {
  /** `table`, or `table.column`. */
  what: string
  rows: number
}

/** Going back would lose data, and nobody said that it may. */
export class WouldLoseDataError extends DatabaseRefusal {
  override readonly name = 'WouldLoseDataError'

  constructor(readonly losses: readonly Loss[]) {
    const list = losses.map(({ what, rows }) => `${what} (${rows} ${rows === 1 ? 'row' : 'rows'})`).join(', ')
    super(`This would lose what stands in ${list}. Make a backup, then say --lose-data. Nothing has changed.`)
  }
}

export interface RollBackOptions extends Pick<MigrateOptions, 'lock' | 'steps'> {
  /** The schema to go back to. */
  to: number
  /** Whether what the steps added may go with what it holds. */
  loseData: boolean
  /** Called at the end, when something was undone: writes down that it was, in the same transaction. */
  note?: (transaction: Transaction<Tables>, from: number) => Promise<void>
}

/**
 * Undoes the newest steps of the schema, all or nothing.
 * @returns the schema before, and what was lost
 * @throws WouldLoseDataError; SchemaTooNewError; DatabaseRefusal for a schema that the database does not have yet
 */
export async function rollBack(
  db: Kysely<Tables>,
  { to, loseData, lock = async () => {}, steps = migrations, note = async () => {} }: RollBackOptions,
): Promise<{ from: number; losses: readonly Loss[] }> {
  return db.transaction().execute(async (transaction) => {
    await lock(transaction)
    const from = await newestApplied(transaction)
    if (from > knownSchema(steps)) throw new SchemaTooNewError(from, knownSchema(steps))
    if (to > from) throw new DatabaseRefusal(`The database has schema ${from}. \`migrate\` goes forward.`)
    const undone = steps.filter(({ number }) => number > to && number <= from).toReversed()
    const losses = await findLosses(transaction, undone)
    if (losses.length > 0 && !loseData) throw new WouldLoseDataError(losses)
    for (const { number, down } of undone) {
      await down(transaction)
      await transaction.deleteFrom('schemaMigrations').where('number', '=', number).execute()
    }
    if (undone.length > 0) await note(transaction, from)
    return { from, losses }
  })
}

async function findLosses(transaction: Transaction<Tables>, undone: readonly Migration[]): Promise<Loss[]> {
  const tables = undone.flatMap(({ adds }) => adds.tables ?? [])
  // A column of a table that goes as a whole is told of with it.
  const columns = undone.flatMap(({ adds }) => adds.columns ?? []).filter(([table]) => !tables.includes(table))
  const losses: Loss[] = []
  for (const table of tables)
    losses.push({ what: table, rows: await count(transaction, sql`select count(*) as rows from ${sql.table(table)}`) })
  for (const [table, column] of columns)
    losses.push({
      what: `${table}.${column}`,
      rows: await count(transaction, sql`select count(${sql.id(column)}) as rows from ${sql.table(table)}`),
    })
  return losses.filter(({ rows }) => rows > 0)
}

async function count(transaction: Transaction<Tables>, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await query.$castTo<{ rows: unknown }>().execute(transaction)
  return Number(rows[0]?.rows ?? 0)
}
