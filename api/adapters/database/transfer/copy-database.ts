import Database from 'libsql'
import { Client } from 'pg'
import { openDatabase } from '../open-database'
import { openPostgres } from '../open-postgres'
import { compareTable } from './compare-table'
import { copyTable } from './copy-table'
import { inOrderOfReferences, readTables } from './read-tables'

export interface CopyOptions {
  /** The SQLite file. What a server writes to it after the copy began is not in the copy: stop it first. */
  file: string
  /** Of the PostgreSQL database; it must have no rows of ours. */
  url: string
  /** Called when a table is copied and compared. */
  onTable: (table: { name: string; rows: number }) => void
}

/**
 * Copies an SQLite installation into PostgreSQL, in one transaction that is committed only when every row was read back and is
 * the same. Both get the schema of this version of the program first.
 * @returns how many rows
 * @throws CopyError; then nothing was copied
 */
export async function copyDatabase({ file, url, onTable }: CopyOptions): Promise<number> {
  await (await openDatabase({ file })).close()
  await (await openPostgres({ url })).close()
  const source = new Database(file, { readonly: true })
  const target = new Client({ connectionString: url })
  try {
    await target.connect()
    source.exec('begin')
    await target.query('begin')
    let all = 0
    for (const table of inOrderOfReferences(readTables(source))) {
      const rows = await copyTable(source, target, table)
      await compareTable(source, target, table)
      onTable({ name: table.name, rows })
      all += rows
    }
    await target.query('commit')
    return all
  } finally {
    // Without a commit this undoes everything.
    await target.end()
    source.close()
  }
}
