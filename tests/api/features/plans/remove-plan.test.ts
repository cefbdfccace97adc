import { expect, test } from 'vitest'
import { changePlan, signUp } from './open-team'
import { openTestServices } from '../../../support/open-test-services'
import type { PlanConnectionRow } from '../../../../api/features/plans/repository'

async function openHolding(connection: Partial<PlanConnectionRow> = {}) {
  const services = await openTestServices()
  const ann = await signUp(services, 'ann')
  const row: PlanConnectionRow = {
    id: 'con_1',
    memberId: ann.id,
    planId: 'pln_free',
    priceId: null,
    status: 'ACTIVE',
    createdAt: 0,
    purchase: null,
    ...connection,
  }
  await services.store.planConnections.insert(row)
  const remove = (planId = row.planId, who = ann) => services.call('removePlan', { planId }, who.context)
  const held = () => services.store.planConnections.listByMember(ann.id)
  return { services, ann, remove, held, row }
}

test('leaves a free plan at once, and ends its access', async () => {
  const { services, ann, remove, held } = await openHolding()
  const { data } = await remove()
  expect(data).toMatchObject({ member: { id: ann.id, planConnections: [] }, redirect: null })
  expect(await held()).toEqual([])
  const { data: app } = await services.call('getApp', {}, ann.context)
  expect(app.contentGroups.find(({ key }) => key === 'free-area')?.activeMemberHasAccess).toBe(false)
})

test('redirects as the plan says, else as the app does', async () => {
  const { services, remove } = await openHolding()
  services.app.redirects = { afterCancel: '/app' }
  changePlan(services, 'pln_free', { redirects: { afterCancel: '/plan' } })
  expect((await remove()).data.redirect).toBe('/plan')
  const other = await openHolding({ planId: 'pln_newsletter' })
  other.services.app.redirects = { afterCancel: '/app' }
  expect((await other.remove()).data.redirect).toBe('/app')
})

test('leaves a free plan that the app no longer has', async () => {
  const { services, remove, held } = await openHolding()
  services.app.plans = services.app.plans.filter(({ id }) => id !== 'pln_free')
  await remove()
  expect(await held()).toEqual([])
})

test.for(['ACTIVE', 'TRIALING', 'REQUIRES_PAYMENT'] as const)('refuses a paid plan that is %s', async (status) => {
  const { remove, held, row } = await openHolding({ planId: 'pln_pro', priceId: 'prc_pro-monthly', status })
  await expect(remove()).rejects.toMatchObject({ code: 'plan-not-removable' })
  expect(await held()).toEqual([row])
})

test('a canceled paid plan is not found, and stays as history', async () => {
  const { remove, held, row } = await openHolding({
    planId: 'pln_pro',
    priceId: 'prc_pro-monthly',
    status: 'CANCELED',
  })
  await expect(remove()).rejects.toMatchObject({ code: 'no-plan-found' })
  expect(await held()).toEqual([row])
})

test('refuses plans that the member does not have', async () => {
  const { services, remove, held } = await openHolding()
  await expect(remove('pln_newsletter')).rejects.toMatchObject({ code: 'no-plan-found' })
  await expect(remove('pln_free', await signUp(services, 'bob'))).rejects.toMatchObject({ code: 'no-plan-found' })
  expect(await held()).toHaveLength(1)
})

test('one of two parallel clicks removes the plan', async () => {
  const { remove } = await openHolding()
  const results = await Promise.allSettled([remove(), remove()])
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'no-plan-found' } }])
})

test('canceled plans stay in the list, and the order is that of joining', async () => {
  const { services, ann, row } = await openHolding({ id: 'con_b', createdAt: 20 })
  const insert = (changes: Partial<PlanConnectionRow>) =>
    services.store.planConnections.insert({ ...row, priceId: 'prc_pro-monthly', planId: 'pln_pro', ...changes })
  await insert({ id: 'con_z', createdAt: 10, status: 'CANCELED' })
  await insert({ id: 'con_a', createdAt: 30, status: 'CANCELED', planId: 'pln_team', priceId: null })
  const statuses = async () => {
    const { data } = await services.call('getMember', {}, ann.context)
    return data?.planConnections.map(({ id, active, status }) => `${id} ${active} ${status}`)
  }
  const listed = ['con_z false CANCELED', 'con_b true ACTIVE', 'con_a false CANCELED']
  expect(await statuses()).toEqual(listed)
  const [first] = await services.store.planConnections.listByMember(ann.id)
  if (first) await services.store.planConnections.replace({ ...first, status: 'REQUIRES_PAYMENT' })
  expect(await statuses()).toEqual(['con_z false REQUIRES_PAYMENT', ...listed.slice(1)])
})
