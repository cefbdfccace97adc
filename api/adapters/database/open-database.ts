import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname } from 'node:path'
import { CamelCasePlugin, Kysely } from 'kysely'
import type { Store } from '../../ports/store'
import { createStore } from './create-store'
import { LibsqlDialect } from './libsql-dialect'
import { makeFolder } from './make-folder'
import { migrate } from './migrate'
import { openFile, reportLocksAtOnce } from './open-file'
import type { Tables } from './tables'

/**
 * Opens (or creates) the SQLite file, brings its schema up to date and answers the store.
 *
 * @param options.file path of the database file; missing folders are made, readable by their owner only
 * @param options.filesUrl address under which stored files are served, with a slash at the end: a member's image is read as
 *   an address below it. Needed where addresses are shown or images are looked for.
 * @throws SchemaTooNewError when a newer version of this program has already migrated the file
 */
export async function openDatabase({ file, filesUrl = 'files/' }: { file: string; filesUrl?: string }): Promise<Store> {
  makeFolder(dirname(file))
  const database = openFile(file)
  const insideTransaction = new AsyncLocalStorage<true>()
  const db = new Kysely<Tables>({
    dialect: new LibsqlDialect({ database, insideTransaction }),
    plugins: [new CamelCasePlugin()],
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
  return createStore(db, { filesUrl, insideTransaction })
}
