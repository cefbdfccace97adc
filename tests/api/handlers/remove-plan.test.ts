import { expect, test } from 'vitest'
import type { PlanConnectionRow } from '../../../api/ports/store'
import { changePlan, signUp } from './open-team'
import { openTestServices } from './open-test-services'

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

test('a free plan is left at once, with what it opened', async () => {
  const { services, ann, remove, held } = await openHolding()
  const { data } = await remove()
  expect(data).toMatchObject({ member: { id: ann.id, planConnections: [] }, redirect: null })
  expect(await held()).toEqual([])
  const { data: app } = await services.call('getApp', {}, ann.context)
  expect(app.contentGroups.find(({ key }) => key === 'free-area')?.activeMemberHasAccess).toBe(false)
})

test('it leads where the plan says, else where the app does', async () => {
  const { services, remove } = await openHolding()
  services.app.redirects = { afterCancel: '/app' }
  changePlan(services, 'pln_free', { redirects: { afterCancel: '/plan' } })
  expect((await remove()).data.redirect).toBe('/plan')
  const other = await openHolding({ planId: 'pln_newsletter' })
  other.services.app.redirects = { afterCancel: '/app' }
  expect((await other.remove()).data.redirect).toBe('/app')
})

test('a free plan that the app no longer has can be left', async () => {
  const { services, remove, held } = await openHolding()
  services.app.plans = services.app.plans.filter(({ id }) => id !== 'pln_free')
  await remove()
  expect(await held()).toEqual([])
})

test.for(['ACTIVE', 'TRIALING', 'REQUIRES_PAYMENT'] as const)(
  'what is paid for, and %s, is not removed here',
  async (status) => {
    const { remove, held, row } = await openHolding({ planId: 'pln_pro', priceId: 'prc_pro-monthly', status })
    await expect(remove()).rejects.toMatchObject({ code: 'plan-not-removable' })
    expect(await held()).toEqual([row])
  },
)

test('what was paid for and cancelled is not there any more, and stays in the books', async () => {
  const { remove, held, row } = await openHolding({
    planId: 'pln_pro',
    priceId: 'prc_pro-monthly',
    status: 'CANCELED',
  })
  await expect(remove()).rejects.toMatchObject({ code: 'no-plan-found' })
  expect(await held()).toEqual([row])
})

test('nobody leaves what they do not have, nor what is another’s', async () => {
  const { services, remove, held } = await openHolding()
  await expect(remove('pln_newsletter')).rejects.toMatchObject({ code: 'no-plan-found' })
  await expect(remove('pln_free', await signUp(services, 'bob'))).rejects.toMatchObject({ code: 'no-plan-found' })
  expect(await held()).toHaveLength(1)
})

test('of two clicks at the same moment one removes it', async () => {
  const { remove } = await openHolding()
  const results = await Promise.allSettled([remove(), remove()])
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'no-plan-found' } }])
})
