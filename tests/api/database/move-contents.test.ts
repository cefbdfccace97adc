import Database from 'libsql'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listContents, moveStoredContents } from '../../../api/features/apps/contents'
import { findAppById } from '../../../api/features/apps/repository'
import { readAppFile } from '../../../api/features/apps/versions'
import { openDatabase } from '../../../api/database/open-database'
import { tempFolder } from '../../support/temp-folder'
import { openSqliteStore } from './open-test-store'

test('hosted content of an older version moves to its own table, once', async () => {
  const file = join(tempFolder(), 'membership.db')
  const before = await openSqliteStore(file)
  const app = await readAppFile(before, 'app_demo')
  await before.close()
  const database = new Database(file)
  database.exec('delete from app_contents')
  database.prepare("update apps set definition = ? where id = 'app_demo'").run(JSON.stringify(app))
  database.close()

  const store = await openDatabase({ file })
  expect(await listContents(store, 'app_demo')).toEqual([])
  await moveStoredContents(store, 0)
  await moveStoredContents(store, 1)
  expect(await readAppFile(store, 'app_demo')).toEqual(app)
  expect(app?.contents).toHaveLength(9)
  expect(await findAppById(store, 'app_demo')).not.toHaveProperty('contents')
  await store.close()
})
