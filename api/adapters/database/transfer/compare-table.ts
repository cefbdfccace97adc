import type Database from 'libsql'
import type { Client } from 'pg'
import { CopyError } from './copy-error'
import { isRow, quoted } from './copy-table'
import type { CopiedRow } from './copy-table'
import type { CopiedTable } from './read-tables'

const ROWS_PER_READ = 1_000

/** Reads every row back and compares it, value by value. @throws CopyError naming the table */
export async function compareTable(source: Database.Database, target: Client, table: CopiedTable): Promise<void> {
  const { name, columns, key } = table
  const list = columns.map(quoted).join(', ')
  // Both engines sort texts by their bytes then.
  const types = await textColumns(target, name)
  const order = key.map((column) => quoted(column) + (types.has(column) ? ' collate "C"' : '')).join(', ')
  const rows = source.prepare(`select ${list} from ${quoted(name)} order by ${key.map(quoted).join(', ')}`).iterate()
  await target.query(`declare copied no scroll cursor for select ${list} from ${quoted(name)} order by ${order}`)
  for (let read = await fetchRows(target); read.length > 0; read = await fetchRows(target)) {
    for (const copied of read) requireSame(rows.next(), copied, table)
  }
  await target.query('close copied')
  if (rows.next().done !== true) throw new CopyError(`Rows of ${name} are missing in PostgreSQL.`)
}

async function textColumns(target: Client, name: string): Promise<ReadonlySet<unknown>> {
  const { rows } = await target.query<CopiedRow>(
    "select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1 and data_type = 'text'",
    [name],
  )
  return new Set(rows.map((row) => row['column_name']))
}

async function fetchRows(target: Client): Promise<CopiedRow[]> {
  const { rows } = await target.query<CopiedRow>(`fetch ${ROWS_PER_READ} from copied`)
  return rows
}

function requireSame(original: IteratorResult<unknown>, copied: CopiedRow, { name, columns }: CopiedTable): void {
  const row: unknown = original.done === true ? null : original.value
  if (isRow(row) && columns.every((column) => row[column] === copied[column])) return
  throw new CopyError(`Rows of ${name} are not the same in both databases.`)
}
