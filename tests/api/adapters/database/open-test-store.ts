import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { importApps } from '../../../../api/operations/import-apps'
import { openDatabase } from '../../../../api/database/open-database'
import { withRepositories } from '../../../support/repositories'
import type { Store } from '../../../support/repositories'
import { openDatabaseWithApps } from '../../../support/database-with-apps'
import { testsPostgres } from '../../../support/tested-engine'
import { tempFolder } from '../../../support/temp-folder'

export const appsFolder = new URL('../../../../api/apps/', import.meta.url)

/**
 * A store with the shipped apps in it, on the engine that this run tests; gone when the test ends.
 * @param file where SQLite has it; a second store of the same file is one of the same database, on PostgreSQL as well
 */
export async function openTestStore(file = join(tempFolder(), 'membership.db')): Promise<Store> {
  if (!testsPostgres) return openSqliteStore(file)
  const store = await openDatabaseWithApps({ file })
  onTestFinished(() => store.close())
  return store
}

/** The same over an SQLite file in every run: for tests that look into the file, or are about SQLite. */
export async function openSqliteStore(file = join(tempFolder(), 'membership.db')): Promise<Store> {
  const store = withRepositories(await openDatabase({ file }))
  onTestFinished(() => store.close())
  await importApps(store, appsFolder)
  return store
}
