import { expect, test } from 'vitest'
import type { PlanDefinition } from '../../../../api/features/apps/definition'
import { changePlan, signUp } from './open-team'
import { openTestServices } from '../../../support/open-test-services'
import type { PlanConnectionRow } from '../../../../api/features/plans/repository'

const free: PlanDefinition = {
  id: 'pln_x',
  name: 'X',
  description: undefined,
  active: true,
  restrictedToAdmin: false,
  redirects: {},
  prices: [],
}

/** A member of an app that also has pln_x. */
async function openWith(changes: Partial<PlanDefinition> = {}) {
  const services = await openTestServices()
  services.app.plans = [...services.app.plans, { ...free, ...changes }]
  const ann = await signUp(services, 'ann')
  const add = (planId = 'pln_x', who = ann) => services.call('addPlan', { planId }, who.context)
  const hold = (connection: Partial<PlanConnectionRow>) =>
    services.store.planConnections.insert({
      id: 'con_old',
      memberId: ann.id,
      planId: 'pln_x',
      priceId: null,
      status: 'ACTIVE',
      createdAt: 0,
      purchase: null,
      ...connection,
    })
  return { services, ann, add, hold }
}

test('joins a free plan at once, and returns what it unlocks', async () => {
  const { services, ann, add } = await openWith()
  const { data } = await add('pln_free')
  expect(data.member.planConnections).toMatchObject([
    { planId: 'pln_free', planName: 'Free', type: 'FREE', status: 'ACTIVE', active: true, payment: null },
  ])
  const { data: member } = await services.call('getMember', {}, ann.context)
  expect(member).toEqual(data.member)
  expect(data.app.contentGroups.find(({ key }) => key === 'free-area')?.activeMemberHasAccess).toBe(true)
  expect(data.redirect).toBeNull()
})

test('redirects as the plan says, else as the app does', async () => {
  const { services, add } = await openWith({ redirects: { afterPurchase: '/plan' } })
  services.app.redirects = { afterPurchase: '/app' }
  expect((await add('pln_x')).data.redirect).toBe('/plan')
  expect((await add('pln_free')).data.redirect).toBe('/app')
})

test.for<[string, Partial<PlanDefinition>, string]>([
  ['that the app does not have', { id: 'pln_y' }, 'plan-not-found'],
  ['that was closed', { active: false }, 'plan-not-found'],
  ['for admins', { restrictedToAdmin: true }, 'plan-restricted-to-admin'],
  [
    'with a price, even one that is not sold any more',
    { prices: [{ id: 'prc_x', name: 'X', amountMinor: 1, currency: 'usd', trialDays: 0, active: false }] },
    'plan-not-free',
  ],
])('refuses a plan %s with %s', async ([, changes, code]) => {
  const { services, ann, add } = await openWith(changes)
  await expect(add()).rejects.toMatchObject({ code })
  expect(await services.store.planConnections.listByMember(ann.id)).toEqual([])
})

test('a member joins a plan once, even with two parallel clicks', async () => {
  const { services, ann, add } = await openWith()
  const results = await Promise.allSettled([add(), add()])
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'already-have-plan' } },
  ])
  expect(await services.store.planConnections.listByMember(ann.id)).toHaveLength(1)
})

test.for(['TRIALING', 'REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION'] as const)(
  'refuses a plan that the member has, and %s',
  async (status) => {
    const { add, hold } = await openWith()
    await hold({ status })
    await expect(add()).rejects.toMatchObject({ code: 'already-have-plan' })
  },
)

test('reactivates a canceled connection, free', async () => {
  const { services, ann, add, hold } = await openWith()
  await hold({ status: 'CANCELED', priceId: 'prc_once' })
  const { data } = await add()
  expect(data.member.planConnections).toMatchObject([{ id: 'con_old', status: 'ACTIVE', type: 'FREE', payment: null }])
  const [row, ...others] = await services.store.planConnections.listByMember(ann.id)
  expect([row, others]).toMatchObject([{ priceId: null, createdAt: services.clock.now() }, []])
})

test('one of twenty parallel requests gets the last place', async () => {
  const { services, add } = await openWith({ memberLimit: 1 })
  const people = await Promise.all(Array.from({ length: 20 }, (_, n) => signUp(services, `person${n}`)))
  const results = await Promise.allSettled(people.map((person) => add('pln_x', person)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(
    Array.from({ length: 19 }, () => 'plan-member-limit-reached'),
  )
  expect(await services.store.planConnections.countByPlan('app_demo', 'test', 'pln_x')).toBe(1)
})

test('frees a place when a member leaves, but not one in checkout', async () => {
  const { services, ann, add } = await openWith({ memberLimit: 1 })
  const bob = await signUp(services, 'bob')
  await add()
  await expect(add('pln_x', bob)).rejects.toMatchObject({ code: 'plan-member-limit-reached' })
  await services.call('removePlan', { planId: 'pln_x' }, ann.context)
  await services.store.purchases.insert({
    id: 'pur_1',
    appId: 'app_demo',
    mode: 'test',
    memberId: ann.id,
    planId: 'pln_x',
    priceId: 'prc_x',
    couponId: null,
    provider: 'test',
    sessionId: null,
    externalId: null,
    status: 'OPEN',
    replaces: null,
    createdAt: services.clock.now(),
    expiresAt: services.clock.now() + 1000,
    readsBegun: 0,
    readApplied: 0,
    lastReadAt: null,
  })
  await expect(add('pln_x', bob)).rejects.toMatchObject({ code: 'plan-member-limit-reached' })
  services.wait(1000)
  await add('pln_x', bob)
})

test('refuses members without free places; the other mode has its own places', async () => {
  const { services, add } = await openWith({ memberLimit: 0 })
  await expect(add()).rejects.toMatchObject({ code: 'plan-member-limit-reached' })
  changePlan(services, 'pln_x', { memberLimit: 1 })
  await add()
  await add('pln_x', await signUp(services, 'live', { mode: 'live' }))
})

test('a free team plan makes its member the owner of a team, one at a time', async () => {
  const { services, ann, add } = await openWith({ team: { seats: 2, inviteSignupLink: '/signup.html' } })
  services.app.plans = [...services.app.plans, { ...free, id: 'pln_y', team: { seats: 2, inviteSignupLink: '/' } }]
  const { data } = await add()
  expect(data.member.teams.ownedTeams).toHaveLength(1)
  await expect(add('pln_y')).rejects.toMatchObject({ code: 'can-only-have-one-active-team' })
  const { data: team } = await services.call('getTeam', data.member.teams.ownedTeams[0]!, ann.context)
  const mate = await signUp(services, 'mate')
  await services.call('joinTeam', { inviteToken: team.inviteToken! }, mate.context)
  await expect(services.call('removePlan', { planId: 'pln_x' }, ann.context)).rejects.toMatchObject({
    code: 'cannot-change-team-account',
  })
  await services.call('removeMemberFromTeam', { teamId: team.id, memberId: mate.id }, ann.context)
  await services.call('removePlan', { planId: 'pln_x' }, ann.context)
  expect(await services.store.teams.find(team.id)).toBeNull()
})

test('joins nothing with a session that ended during the call', async () => {
  const { services, ann, add } = await openWith()
  await services.call('logout', {}, ann.context)
  await expect(add()).rejects.toMatchObject({ code: 'client/invalid-token' })
})
