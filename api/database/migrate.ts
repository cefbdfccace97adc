import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { DatabaseRefusal } from './errors'
import { migrations } from './migrations'
import type { Migration } from './migrations/migration'
import type { Tables } from './tables'

export class SchemaTooNewError extends DatabaseRefusal {
  override readonly name = 'SchemaTooNewError'

  constructor(found: number, known: number) {
    super(
      `The database has schema ${found}, but this version supports ${known} at most. Start a newer version of the program.`,
    )
  }
}

/** Schema of the first release. Older ones never had real data. */
export const FIRST_RELEASED_SCHEMA = 18

export const knownSchema = (steps: readonly Migration[] = migrations): number => steps.at(-1)?.number ?? 0

export interface MigrateOptions {
  /** For engines whose transactions take no lock by themselves. */
  lock?: (transaction: Kysely<Tables>) => Promise<void>
  upTo?: number
  steps?: readonly Migration[]
}

/**
 * Applies missing steps, all or nothing. Takes the write lock first, so of two processes that start together only one migrates.
 * @returns schema before and after
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

/** 0 before the first step. */
export async function newestApplied(db: Kysely<Tables> | Transaction<Tables>): Promise<number> {
  const newest = await db
    .selectFrom('schemaMigrations')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  return newest?.number ?? 0
}

/** Rows with data in a table or column that a rollback removes. */
export interface Loss {
  what: string
  rows: number
}

/** Refused: the rollback would lose data without consent. */
export class WouldLoseDataError extends DatabaseRefusal {
  override readonly name = 'WouldLoseDataError'

  constructor(readonly losses: readonly Loss[]) {
    const list = losses.map(({ what, rows }) => `${what} (${rows} ${rows === 1 ? 'row' : 'rows'})`).join(', ')
    super(`This would lose the data in ${list}. Make a backup, then add --lose-data. Nothing has changed.`)
  }
}

export interface RollBackOptions extends Pick<MigrateOptions, 'lock' | 'steps'> {
  to: number
  /** Consent to lose data of the removed tables and columns. */
  loseData: boolean
  /** Called last if anything was undone, in the same transaction, for the audit log. */
  note?: (transaction: Transaction<Tables>, from: number) => Promise<void>
}

/**
 * Undoes the newest steps, all or nothing.
 * @returns the former schema and the lost rows
 * @throws WouldLoseDataError; SchemaTooNewError; DatabaseRefusal for a schema newer than the database's
 */
export async function rollBack(
  db: Kysely<Tables>,
  { to, loseData, lock = async () => {}, steps = migrations, note = async () => {} }: RollBackOptions,
): Promise<{ from: number; losses: readonly Loss[] }> {
  return db.transaction().execute(async (transaction) => {
    await lock(transaction)
    const from = await newestApplied(transaction)
    if (from > knownSchema(steps)) throw new SchemaTooNewError(from, knownSchema(steps))
    if (to > from) throw new DatabaseRefusal(`The database has schema ${from}. \`migrate\` only upgrades.`)
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
  // Columns of a removed table are part of its own entry.
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
