import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importApps } from '../../../api/operations/import-apps'
import { UniqueConstraintError } from '../../../api/lib/errors'
import { tempFolder } from '../../support/temp-folder'
import { appsFolder, openTestStore } from './open-test-store'

/** A copy of the shipped apps with one part of app_demo changed. */
function changedApps(change: (app: Record<string, unknown>) => void, name = 'app_demo.json'): string {
  const folder = tempFolder()
  cpSync(fileURLToPath(appsFolder), folder, { recursive: true })
  const app = JSON.parse(readFileSync(join(folder, 'app_demo.json'), 'utf8'))
  change(app)
  writeFileSync(join(folder, name), JSON.stringify(app))
  return folder
}

test('the shipped apps are found by id and by both keys', async () => {
  const store = await openTestStore()
  expect((await store.apps.list()).map(({ id }) => id)).toEqual(['app_demo', 'app_trusttag'])
  expect(await store.apps.findByPublicKey('pk_sb_demo')).toMatchObject({ app: { id: 'app_demo' }, mode: 'test' })
  expect(await store.apps.findByPublicKey('pk_trusttag')).toMatchObject({ app: { id: 'app_trusttag' }, mode: 'live' })
  expect(await store.apps.findByPublicKey('pk_none')).toBeNull()
  expect(await store.apps.findById('app_none')).toBeNull()
})

test('an app that is there already is not overwritten', async () => {
  const store = await openTestStore()
  const folder = changedApps((app) => Object.assign(app, { name: 'Renamed in the file' }))
  expect(await importApps(store, folder)).toEqual([])
  expect((await store.apps.findById('app_demo'))?.name).toBe('Demo')
})

test('an app that another process stores at the same moment is there, and no error', async () => {
  const store = await openTestStore()
  // PostgreSQL may report the public key before the id.
  const kysely = store.kysely.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'InsertQueryNode') throw new UniqueConstraintError('apps_test_key')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect(await importApps({ ...store, kysely }, appsFolder)).toEqual([])
})

test.for([
  [
    'a wrong field',
    (app: Record<string, unknown>) => Object.assign(app, { captchaRequired: 'no' }),
    /^app_demo\.json: captchaRequired: /u,
  ],
  [
    'a wrong nested field',
    (app: Record<string, unknown>) => Object.assign(app, { plans: [{ id: 'free' }] }),
    /^app_demo\.json: plans\.0\.id: /u,
  ],
  [
    'another id than its name',
    (app: Record<string, unknown>) => Object.assign(app, { id: 'app_other' }),
    /^app_demo\.json: id: .*app_other\.json/u,
  ],
] as const)('a definition with %s is refused by file and field', async ([, change, message]) => {
  const store = await openTestStore()
  await expect(importApps(store, changedApps(change))).rejects.toThrow(message)
})

test('a file that is no JSON is named', async () => {
  const store = await openTestStore()
  const folder = tempFolder()
  writeFileSync(join(folder, 'app_broken.json'), '{')
  await expect(importApps(store, folder)).rejects.toThrow(/^app_broken\.json: /u)
})

test('two apps cannot share a public key', async () => {
  const store = await openTestStore()
  const folder = changedApps((app) => Object.assign(app, { id: 'app_copy' }), 'app_copy.json')
  await expect(importApps(store, folder)).rejects.toThrow(/^app_copy\.json: keys: /u)
})
