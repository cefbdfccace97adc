import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { importApps } from '../../../../api/adapters/database/import-apps'
import { openDatabase } from '../../../../api/adapters/database/open-database'
import type { Store } from '../../../../api/ports/store'
import { tempFolder } from '../../../support/temp-folder'

export const appsFolder = new URL('../../../../api/apps/', import.meta.url)

/** A store over a real SQLite file with the shipped apps in it; gone when the test ends. */
export async function openTestStore(file = join(tempFolder(), 'membership.db')): Promise<Store> {
  const store = await openDatabase({ file })
  onTestFinished(() => store.close())
  await importApps(store, appsFolder)
  return store
}
