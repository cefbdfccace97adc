import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { importApps } from '../../../api/operations/import-apps'
import { openDatabase } from '../../../api/database/open-database'
import { withRepositories } from '../../support/repositories'
import type { Store } from '../../support/repositories'
import { openDatabaseWithApps } from '../../support/database-with-apps'
import { testsPostgres } from '../../support/tested-engine'
import { tempFolder } from '../../support/temp-folder'

export const appsFolder = new URL('../../../api/apps', import.meta.url)

/**
 * A store with the shipped apps, on this run's engine; removed when the test ends.
 * @param file SQLite file; a second store of the same file shares the database, on PostgreSQL too
 */
export async function openTestStore(file = join(tempFolder(), 'membership.db')): Promise<Store> {
  if (!testsPostgres) return openSqliteStore(file)
  const store = await openDatabaseWithApps({ file })
  onTestFinished(() => store.close())
  return store
}

/** Always SQLite: for tests that read the file or are about SQLite. */
export async function openSqliteStore(
  file = join(tempFolder(), 'membership.db'),
  options: { busyMs?: number } = {},
): Promise<Store> {
  const store = withRepositories(await openDatabase({ file, ...options }))
  onTestFinished(() => store.close())
  await importApps(store, appsFolder)
  return store
}
