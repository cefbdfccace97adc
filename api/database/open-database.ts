import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { CamelCasePlugin, Kysely } from 'kysely'
import type { Store } from '../ports/store'
import { logQueries } from './watch'
import type { DatabaseWatch } from './watch'
import { createStore } from './db'
import { LibsqlDialect, openFile, reportLocksAtOnce } from './libsql'
import { watchLookups } from './lookup'
import { makeFolder } from '../lib/folders'
import { migrate } from './migrate'
import type { Tables } from './tables'
import { TransactionMark } from './transaction'
import { createSqliteReader } from './readers'

/** One core is left to the server's thread. */
const READERS = Math.max(1, Math.min(3, availableParallelism() - 1))

export interface DatabaseOptions {
  file: string
  filesUrl?: string
  /** Called for every statement. */
  watch?: DatabaseWatch | undefined
}

/**
 * Opens (or creates) the SQLite file, and brings its schema up to date.
 * @param options.file path of the database file; missing folders are made, readable by their owner only
 * @param options.filesUrl URL under which stored files are served, with a slash at the end: a member's image is read as a URL
 *   below it. Needed where URLs are shown or images are searched.
 * @throws SchemaTooNewError when a newer version of this program has already migrated the file
 */
export async function openDatabase({ file, filesUrl = 'files/', watch }: DatabaseOptions): Promise<Store> {
  makeFolder(dirname(file))
  const database = openFile(file)
  const insideTransaction = new TransactionMark()
  const dialect = new LibsqlDialect({ database, insideTransaction })
  const db = new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin()],
    ...logQueries(watch),
  })
  try {
    await migrate(db)
    // Changes nothing; but a file that may only be read opens, and finds its schema in order, without an error.
    database.exec('delete from schema_migrations where number < 0')
    reportLocksAtOnce(database)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const prepareLookup = watchLookups(dialect.prepareLookup, watch)
  const readers = Array.from({ length: READERS }, () => createSqliteReader({ file, insideTransaction, watch }))
  return createStore(db, { filesUrl, insideTransaction, prepareLookup, readers, close: () => db.destroy() })
}
