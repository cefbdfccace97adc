import Database from 'libsql'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importApps } from '../../../api/operations/import-apps'
import { findAppById } from '../../../api/features/apps/repository'
import { readAppFile } from '../../../api/features/apps/versions'
import { openDatabase } from '../../../api/database/open-database'
import { tempFolder } from '../../support/temp-folder'
import { appsFolder, openSqliteStore, openTestStore } from './open-test-store'

/** A copy of app_demo with this as its second HTML content, another id and other keys. */
function folderWith(html: string): string {
  const app = JSON.parse(readFileSync(join(fileURLToPath(appsFolder), 'app_demo.json'), 'utf8'))
  app.id = 'app_copy'
  app.keys = { test: 'pk_sb_copy', live: 'pk_copy' }
  app.contents.push({ id: 'cnt_new', name: 'New', group: 'members-area', type: 'HTML', content: html })
  const folder = tempFolder()
  writeFileSync(join(folder, 'app_copy.json'), JSON.stringify(app))
  return folder
}

test.for([
  ['<div>'.repeat(10_000), 'the HTML has more than 100 nested elements'],
  ['<br>'.repeat(150_000), 'the HTML has more than 100000 elements and texts'],
] as const)('HTML that would hurt who reads it is refused by file and field %#', async ([html, reason]) => {
  const store = await openTestStore()
  await expect(importApps(store, folderWith(html))).rejects.toThrow(`app_copy.json: contents.9.content: ${reason}`)
  expect((await store.apps.list()).map(({ id }) => id)).not.toContain('app_copy')
})

test('HTML is stored as its owner wrote it', async () => {
  const store = await openTestStore()
  const html = '<p onclick="x">a</p>'
  expect(await importApps(store, folderWith(html))).toEqual(['app_copy'])
  expect((await readAppFile(store, 'app_copy'))?.contents.at(-1)?.content).toBe(html)
})

test('an app that was stored before there were coupons has none, and works', async () => {
  const file = join(tempFolder(), 'membership.db')
  await (await openSqliteStore(file)).close()
  const database = new Database(file)
  database.exec("update apps set definition = json_remove(definition, '$.coupons') where id = 'app_demo'")
  database.close()

  const store = await openDatabase({ file })
  const app = await findAppById(store, 'app_demo')
  expect(app).toMatchObject({ id: 'app_demo', coupons: [], contentGroups: [{ key: 'members-area' }, {}, {}] })
  expect(await importApps(store, appsFolder)).toEqual([])
  await store.close()
})

test('the definition of an app in use stays parsed while many others come and go', async () => {
  const { apps } = await openTestStore()
  const app = (await apps.findById('app_demo'))!
  const readOthers = async (from: number) => {
    for (let at = from; at < from + 90; at += 1) {
      await apps.insert({ ...app, id: `app_${at}`, keys: { test: `pk_sb_${at}`, live: `pk_${at}` } })
      await apps.findById(`app_${at}`)
    }
  }
  await readOthers(0)
  expect((await apps.findByPublicKey(app.keys.test))?.app).toBe(app)
  await readOthers(90)
  expect((await apps.findByPublicKey(app.keys.live))?.app).toBe(app)
})
