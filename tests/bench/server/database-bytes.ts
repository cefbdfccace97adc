import { openFile } from '../../../api/database/libsql'
import { queryOnce } from '../../support/postgres/test-database'

/** Size of an SQLite file after its log has been written into it. */
export async function sqliteBytes(file: string): Promise<number> {
  const database = openFile(file)
  try {
    database.pragma('wal_checkpoint(truncate)')
    const sizeOf = (what: string) =>
      Number(database.prepare(`select ${what} as value from pragma_${what}`).pluck().all()[0])
    return sizeOf('page_count') * sizeOf('page_size')
  } finally {
    database.close()
  }
}

export async function postgresBytes(url: string): Promise<number> {
  const [row] = await queryOnce(url, 'select pg_database_size(current_database()) as bytes')
  return Number(row?.['bytes'])
}
