import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables'

/** Additions of a step to the schema; removed when the step is undone. */
export interface Additions {
  /** In order of creation: a table follows those that it refers to. */
  tables?: readonly string[]
  /** Added to existing tables. */
  columns?: readonly (readonly [table: string, column: string])[]
  indexes?: readonly string[]
}

/** One step of the schema. It never changes after a release; a correction is a new step. */
export interface Migration {
  number: number
  name: string
  adds: Additions
  up: (transaction: Transaction<Tables>) => Promise<void>
  /** Undoes `up`. The data in what `adds` names is lost. */
  down: (transaction: Transaction<Tables>) => Promise<void>
}

/** `down` of a step that only added. Last first, because later tables refer to earlier ones. */
export const dropAdditions =
  ({ tables = [], columns = [], indexes = [] }: Additions): Migration['down'] =>
  async (transaction) => {
    // SQLite cannot drop an indexed column.
    for (const index of indexes) await sql`drop index ${sql.id(index)}`.execute(transaction)
    for (const [table, column] of columns.toReversed())
      await sql`alter table ${sql.table(table)} drop column ${sql.id(column)}`.execute(transaction)
    for (const table of tables.toReversed()) await sql`drop table ${sql.table(table)}`.execute(transaction)
  }
