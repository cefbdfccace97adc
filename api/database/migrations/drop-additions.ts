import { sql } from 'kysely'
import type { Additions, Migration } from './migration'

/** The `down` of a step that only added: takes away what it added, the last first, for later tables refer to earlier ones. */
export const dropAdditions =
  ({ tables = [], columns = [], indexes = [] }: Additions): Migration['down'] =>
  async (transaction) => {
    // SQLite drops no column that an index holds.
    for (const index of indexes) await sql`drop index ${sql.id(index)}`.execute(transaction)
    for (const [table, column] of columns.toReversed())
      await sql`alter table ${sql.table(table)} drop column ${sql.id(column)}`.execute(transaction)
    for (const table of tables.toReversed()) await sql`drop table ${sql.table(table)}`.execute(transaction)
  }
