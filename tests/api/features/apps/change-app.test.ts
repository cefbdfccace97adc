import { expect, onTestFinished, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { listContents } from '../../../../api/features/apps/contents'
import { AppDefinitionError } from '../../../../api/features/apps/read-definition'
import { changeApp } from '../../../../api/features/app-settings/change-app'
import type { Store } from '../../../support/repositories'
import { startTestApi } from '../../../support/start-api'
import { withStoredApps } from '../../../support/stored-apps'

/**
 * Changes app_demo.
 * @param ahead stored apps as its transaction reads them, after another process's change
 */
async function bringIn(
  changes: Partial<AppDefinition>,
  ahead: (found: AppDefinition[]) => AppDefinition[],
  prepare: (store: Store) => Promise<unknown> = async () => {},
) {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const { store } = api.services
  await prepare(store)
  const transaction: Store['transaction'] = (work, queue) =>
    store.transaction((tx) => work(withStoredApps(tx, ahead)), queue)
  const app = { ...(await store.apps.list())[0]!, ...changes }
  const before = api.dumpDatabase()
  const services = { ...api.services, store: { ...store, transaction } }
  const work = changeApp(
    services,
    { appId: app.id, mode: 'live', actor: 'owner command' },
    {
      file: 'app.json',
      app: {
        ...app,
        contents: await listContents(store, app.id),
      },
    },
  )
  const outcome = await work.catch((error: unknown) => error)
  return { outcome, isAsBefore: JSON.stringify(api.dumpDatabase()) === JSON.stringify(before) }
}

const added = { id: 'app_new', keys: { test: 'pk_sb_new', live: 'pk_new' } }

test('an app that another process adds at the same moment is neither added nor written over', async () => {
  const { outcome, isAsBefore } = await bringIn(added, withoutNew, addApp)
  expect(outcome).toEqual(
    new AppDefinitionError('app.json', ['id: another request added this app at the same time; try again']),
  )
  expect(isAsBefore).toBe(true)
})

test('a key that another app takes at the same moment is refused', async () => {
  const { outcome, isAsBefore } = await bringIn({ keys: added.keys }, withoutNew, addApp)
  expect(outcome).toEqual(
    new AppDefinitionError('app.json', ['keys: another app already uses one of these public keys']),
  )
  expect(isAsBefore).toBe(true)
})

const withoutNew = (found: AppDefinition[]) => found.filter(({ id }) => id !== added.id)

async function addApp(store: Store): Promise<void> {
  await store.apps.insert({ ...(await store.apps.list())[0]!, ...added })
}

test('what is compared is what is stored when the change is made', async () => {
  const { outcome } = await bringIn({ name: 'Changed' }, (found) =>
    found.map((app) => (app.id === 'app_demo' ? { ...app, captchaRequired: true } : app)),
  )
  expect(outcome).toEqual({ kind: 'change', parts: ['name', 'captchaRequired'] })
})
