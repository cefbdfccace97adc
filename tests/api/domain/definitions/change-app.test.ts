import { expect, onTestFinished, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { AppDefinitionError } from '../../../../api/features/apps/read-definition'
import { changeApp } from '../../../../api/features/apps/change-app'
import { UniqueConstraintError } from '../../../../api/domain/unique-constraint-error'
import type { AppRepository } from '../../../../api/ports/store'
import type { Store } from '../../../support/repositories'
import { startTestApi } from '../../../support/start-api'

/** Brings in app_demo with changes, in transactions some of whose parts another process is ahead of. */
async function bringIn(changes: Partial<AppDefinition>, ahead: (apps: AppRepository) => Partial<AppRepository>) {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const { store } = api.services
  const transaction: Store['transaction'] = (work, line) =>
    store.transaction(
      (repositories) => work({ ...repositories, apps: { ...repositories.apps, ...ahead(repositories.apps) } }),
      line,
    )
  const app = { ...(await store.apps.list())[0]!, ...changes }
  const before = api.dumpDatabase()
  const services = { ...api.services, store: { ...store, transaction } }
  const work = changeApp(services, { appId: app.id, mode: 'live', actor: 'owner command' }, 'app.json', app)
  const outcome = await work.catch((error: unknown) => error)
  return { outcome, isAsBefore: JSON.stringify(api.dumpDatabase()) === JSON.stringify(before) }
}

const added = { id: 'app_new', keys: { test: 'pk_sb_new', live: 'pk_new' } }

test('an app that another process adds at the same moment is neither added nor written over', async () => {
  const { outcome, isAsBefore } = await bringIn(added, () => ({ insert: () => Promise.resolve(false) }))
  expect(outcome).toEqual(
    new AppDefinitionError('app.json', ['id: somebody else added this app at the same moment; try again']),
  )
  expect(isAsBefore).toBe(true)
})

test('a key that another app takes at the same moment is refused', async () => {
  const taken = () => Promise.reject(new UniqueConstraintError('apps_test_key'))
  const { outcome, isAsBefore } = await bringIn({ name: 'Changed' }, () => ({ replace: taken }))
  expect(outcome).toEqual(
    new AppDefinitionError('app.json', ['keys: another app already uses one of these public keys']),
  )
  expect(isAsBefore).toBe(true)
})

test('what is compared is what is stored when the change is made', async () => {
  const { outcome } = await bringIn({ name: 'Changed' }, (apps) => ({
    list: async () => [{ ...(await apps.findById('app_demo'))!, captchaRequired: true }],
  }))
  expect(outcome).toEqual({ kind: 'change', parts: ['name', 'captchaRequired'] })
})
