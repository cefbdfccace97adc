import type { Client } from 'pg'
import { integersAs } from '../integer-types'
import type { CopiedTable } from './read-tables'
import { listOf, quoted } from './row-store'
import type { CopiedRow, RowStore } from './row-store'

/** Few, because one row may have some megabytes. */
const ROWS_PER_READ = 100

/** For the client that is read: so that no whole number is rounded. */
export const exactTypes = integersAs(BigInt)

/** The rows of a PostgreSQL database, inside a transaction of the client, which was made with `exactTypes`. */
export function createPostgresRows(client: Client): RowStore {
  return {
    engine: 'PostgreSQL',
    async *read(table, order) {
      const sorting = order === 'sorted' ? ` order by ${await sortedBy(client, table)}` : ''
      const { name, columns } = table
      await client.query(`declare copied no scroll cursor for select ${listOf(columns)} from ${quoted(name)}${sorting}`)
      for (;;) {
        const { rows } = await client.query<CopiedRow>(`fetch ${ROWS_PER_READ} from copied`)
        if (rows.length === 0) break
        yield rows
      }
      await client.query('close copied')
    },
    async insert({ name, columns }, rows) {
      if (rows.length === 0) return
      const places = rows.map(
        (_, row) => `(${columns.map((_column, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
      )
      const values = rows.flatMap((row) => columns.map((column) => row[column]))
      await client.query(`insert into ${quoted(name)} (${listOf(columns)}) values ${places.join(', ')}`, values)
    },
    async withoutTriggers(work) {
      const { rows } = await client.query<{ table: string }>(
        `select distinct tgrelid::regclass::text as "table" from pg_trigger join pg_class on pg_class.oid = tgrelid
          where not tgisinternal and relnamespace = current_schema()::regnamespace`,
      )
      for (const { table } of rows) await client.query(`alter table ${table} disable trigger user`)
      await work()
      // A table with checks that are still to be made cannot be altered.
      await client.query('set constraints all immediate')
      for (const { table } of rows) await client.query(`alter table ${table} enable trigger user`)
    },
  }
}

/** As SQLite sorts by itself. */
async function sortedBy(client: Client, { name, key }: CopiedTable): Promise<string> {
  const { rows } = await client.query<CopiedRow>(
    "select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1 and data_type = 'text'",
    [name],
  )
  const texts = new Set(rows.map((row) => row['column_name']))
  return key.map((column) => `${quoted(column)}${texts.has(column) ? ' collate "C"' : ''} nulls first`).join(', ')
}
