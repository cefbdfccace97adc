import type Database from 'libsql'
import type { Client } from 'pg'
import { CopyError } from './copy-error'
import type { CopiedTable } from './read-tables'

export type CopiedRow = Readonly<Record<string, unknown>>

const ROWS_PER_STATEMENT = 200

/** Copies every row of a table. @returns how many */
export async function copyTable(source: Database.Database, target: Client, table: CopiedTable): Promise<number> {
  const { name, columns } = table
  const { rowCount } = await target.query(`select 1 from ${quoted(name)} limit 1`)
  if (rowCount !== 0)
    throw new CopyError(`The PostgreSQL database has rows already, in ${name}. Copy into an empty one.`)
  const list = columns.map(quoted).join(', ')
  let rows = 0
  for (const batch of batches(readRows(source, table))) {
    const places = batch.map(
      (_, row) => `(${columns.map((_column, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
    )
    const values = batch.flatMap((row) => columns.map((column) => row[column]))
    await target.query(`insert into ${quoted(name)} (${list}) values ${places.join(', ')}`, values)
    rows += batch.length
  }
  return rows
}

/** In the order in which they were written, so that a row that another one of its table refers to comes first. */
function* readRows(source: Database.Database, { name, columns }: CopiedTable): Generator<CopiedRow> {
  const statement = source.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by rowid`)
  for (const row of statement.iterate()) if (isRow(row)) yield row
}

export const isRow = (row: unknown): row is CopiedRow => typeof row === 'object' && row !== null

export const quoted = (name: string): string => `"${name}"`

function* batches(rows: Iterable<CopiedRow>): Generator<CopiedRow[]> {
  let batch: CopiedRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length === ROWS_PER_STATEMENT) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
