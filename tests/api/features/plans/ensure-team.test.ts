import { expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { ensureTeam } from '../../../../api/features/plans/join'
import { createSecrets } from '../../../../api/lib/ids'
import { aMemberRow } from '../../database/a-member-row'
import { aConnectionRow } from '../../database/a-purchase-row'
import { openTestStore } from '../../database/open-test-store'
import type { PlanConnectionRow } from '../../../../api/features/plans/repository'

async function open() {
  const store = await openTestStore()
  const app: AppDefinition = (await store.apps.findById('app_demo'))!
  await store.members.insert(aMemberRow({ id: 'mem_live', mode: 'live' }))
  const services = { secrets: createSecrets(), clock: { now: () => 42 } }
  const connection = aConnectionRow({ memberId: 'mem_live', planId: 'pln_team' })
  await store.planConnections.insert(connection)
  const ensure = (changes: Partial<PlanConnectionRow> = {}) =>
    store.transaction((repositories) => ensureTeam(repositories, services, app, { ...connection, ...changes }))
  return { store, ensure, find: () => store.teams.findByConnection('con_1') }
}

test('the team of a connection has its member’s app and mode, and is created once', async () => {
  const { store, ensure, find } = await open()
  await Promise.all([ensure(), ensure(), ensure({ status: 'TRIALING' })])
  const team = await find()
  expect(team).toMatchObject({ appId: 'app_demo', mode: 'live', ownerId: 'mem_live', createdAt: 42 })
  expect(await store.teams.listByMember('mem_live')).toMatchObject([{ team: { id: team!.id }, role: 'OWNER' }])
})

test('keeps the team and its link while the connection changes', async () => {
  const { ensure, find } = await open()
  await ensure()
  const before = await find()
  for (const status of ['REQUIRES_PAYMENT', 'CANCELED', 'ACTIVE'] as const) await ensure({ status })
  expect(await find()).toEqual(before)
})

test.for<[string, Partial<PlanConnectionRow>]>([
  ['a payment that failed', { status: 'REQUIRES_PAYMENT' }],
  ['a plan that was cancelled', { status: 'CANCELED' }],
  ['a plan that shares no seats', { planId: 'pln_pro' }],
  ['a plan that the app does not have', { planId: 'pln_gone' }],
  ['a member who is gone', { memberId: 'mem_gone' }],
])('%s creates no team', async ([, changes]) => {
  const { ensure, find } = await open()
  await ensure(changes)
  expect(await find()).toBeNull()
})
