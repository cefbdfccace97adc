import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { CamelCasePlugin, Kysely } from 'kysely'
import type { DatabaseWatch } from '../../ports/metrics'
import type { Store } from '../../ports/store'
import { createStore } from '../../database/db'
import { LibsqlDialect } from './libsql-dialect'
import { logQueries } from './log-queries'
import { watchLookUps } from './look-up'
import { makeFolder } from './make-folder'
import { migrate } from './migrate'
import { openFile, reportLocksAtOnce } from './open-file'
import type { Tables } from '../../database/tables'
import { TransactionMark } from './transaction-mark'
import { createSqliteReader } from './reads/sqlite-reader'

/** One core is left to the server's thread. */
const READERS = Math.max(1, Math.min(3, availableParallelism() - 1))

export interface DatabaseOptions {
  file: string
  filesUrl?: string
  /** Is told of every statement. */
  watch?: DatabaseWatch | undefined
}

/**
 * Opens (or creates) the SQLite file, brings its schema up to date and answers the store.
 *
 * @param options.file path of the database file; missing folders are made, readable by their owner only
 * @param options.filesUrl address under which stored files are served, with a slash at the end: a member's image is read as
 *   an address below it. Needed where addresses are shown or images are looked for.
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
  const prepareLookUp = watchLookUps(dialect.prepareLookUp, watch)
  const readers = Array.from({ length: READERS }, () => createSqliteReader({ file, insideTransaction, watch }))
  return createStore(db, { filesUrl, insideTransaction, prepareLookUp, readers, close: () => db.destroy() })
}
