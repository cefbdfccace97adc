import { expect, test } from 'vitest'
import { reconcilePurchase } from '../../../../api/features/payments/reconcile'
import type { TestSimulation } from '../../../../api/features/payments/test/subscription-rules'
import { openListener } from './open-listener'

/** A member, and events at the payment provider. */
async function openBuyer(email = 'ann@example.com') {
  const shop = await openListener()
  const { token, id } = await shop.signUp(email)
  const { testPages } = shop.services.payments
  const look = async () => {
    for (const purchase of await shop.store.purchases.listByMember(id))
      await reconcilePurchase(shop.services, purchase.id)
  }
  await shop.arrived()
  return {
    ...shop,
    token,
    id,
    look,
    buy: async (priceId: string) => shop.pay(await shop.checkout(token, priceId)),
    play: async (play: TestSimulation): Promise<void> => {
      const portal = (await testPages.findPortal(await shop.portal(token)))!
      const sale = portal.subscriptions.find(({ status }) => status !== 'CANCELED')!
      expect(await testPages.simulate(sale.id, sale.version, play)).toBe(true)
      await look()
    },
    signUpMate: async (inviteToken: string, name: string) => {
      const input = { email: `${name}@example.com`, password: 'correct horse', inviteToken }
      const { member, tokens } = (await shop.call('signup', input, shop.as())).data
      return { id: member.id, token: tokens.accessToken, email: member.auth.email }
    },
    readTeam: async () => {
      const { teamId } = (await shop.member(token)).teams.ownedTeams[0]!
      return (await shop.call('getTeam', { teamId }, shop.as(token))).data
    },
  }
}

test('a free plan is sent when it is added and removed', async () => {
  const ann = await openBuyer()
  await ann.call('addPlan', { planId: 'pln_free' }, { token: ann.token })
  expect(await ann.arrived()).toMatchObject([
    { event: 'member.plan.added', payload: { id: ann.id, planConnection: { planId: 'pln_free', type: 'FREE' } } },
  ])
  await ann.call('removePlan', { planId: 'pln_free' }, { token: ann.token })
  expect(await ann.arrived()).toMatchObject([
    { event: 'member.plan.canceled', payload: { id: ann.id, planConnection: { planId: 'pln_free', active: false } } },
  ])
})

test('a plan is sent once it is paid, and reading it again emits nothing', async () => {
  const ann = await openBuyer()
  const session = await ann.checkout(ann.token, 'prc_pro-monthly')
  expect(await ann.names()).toEqual([])
  await ann.pay(session)
  expect(await ann.arrived()).toMatchObject([
    {
      event: 'member.plan.added',
      payload: {
        id: ann.id,
        auth: { email: 'ann@example.com' },
        planConnection: { planId: 'pln_pro', active: true, payment: { priceId: 'prc_pro-monthly', status: 'PAID' } },
      },
    },
  ])
  await ann.look()
  await ann.look()
  expect(await ann.names()).toEqual([])
})

test('a failed payment, a later payment, a renewal and an end are each sent once', async () => {
  const ann = await openBuyer()
  await ann.buy('prc_pro-monthly')
  await ann.arrived()
  const after = async (play: TestSimulation) => {
    await ann.play(play)
    return (await ann.arrived()).map(({ event, payload }) => [event, Object(payload['planConnection']).status])
  }
  expect(await after('fail')).toEqual([['member.plan.updated', 'REQUIRES_PAYMENT']])
  expect(await after('pay')).toEqual([['member.plan.updated', 'ACTIVE']])
  expect(await after('renew')).toEqual([['member.plan.updated', 'ACTIVE']])
  expect(await after('cancel-now')).toEqual([['member.plan.canceled', 'CANCELED']])
  await ann.look()
  expect(await ann.names()).toEqual([])
})

test('a plan that is bought again is sent as added', async () => {
  const ann = await openBuyer()
  await ann.buy('prc_pro-monthly')
  await ann.play('cancel-now')
  await ann.arrived()
  await ann.buy('prc_pro-yearly')
  expect(await ann.names()).toEqual(['member.plan.added'])
})

test('another price of the same plan is an update, another plan replaces the previous one', async () => {
  const ann = await openBuyer()
  await ann.buy('prc_pro-monthly')
  await ann.arrived()
  expect((await ann.change(ann.token, 'prc_pro-yearly')).status).toBe(200)
  expect(await ann.arrived()).toMatchObject([
    {
      event: 'member.plan.updated',
      payload: {
        member: { id: ann.id, email: 'ann@example.com' },
        planConnection: { payment: { priceId: 'prc_pro-yearly' } },
        prevPlanConnection: { planId: 'pln_pro', payment: { priceId: 'prc_pro-monthly' } },
      },
    },
  ])
  expect((await ann.change(ann.token, 'prc_team-monthly')).status).toBe(200)
  const planIdOf = (connection: unknown): unknown => Object(connection).planId
  const told = (await ann.arrived()).map(({ event, payload }) => [
    event,
    planIdOf(payload['planConnection']),
    planIdOf(payload['prevPlanConnection']),
  ])
  expect(told).toEqual([
    ['member.plan.canceled', 'pln_pro', undefined],
    ['member.plan.added', 'pln_team', undefined],
    ['member.plan.replaced', 'pln_team', 'pln_pro'],
  ])
})

test('joining and leaving a team is sent, except for its owner', async () => {
  const owner = await openBuyer()
  await owner.buy('prc_team-monthly')
  expect(await owner.names()).toEqual(['member.plan.added'])
  const { id: teamId, inviteToken } = await owner.readTeam()
  const mate = await owner.signUpMate(inviteToken!, 'mate')
  const member = { id: mate.id, email: 'mate@example.com', auth: { email: 'mate@example.com' } }
  expect(await owner.arrived()).toMatchObject([
    { event: 'member.created', payload: { id: mate.id } },
    { event: 'team.member.added', payload: { teamId, planId: 'pln_team', member } },
  ])
  await owner.call('removeMemberFromTeam', { teamId, memberId: mate.id }, owner.as(owner.token))
  expect(await owner.arrived()).toMatchObject([
    { event: 'team.member.removed', payload: { teamId, planId: 'pln_team', member } },
  ])
})

test('a deleted member frees their seat, and a deleted team all seats', async () => {
  const owner = await openBuyer()
  await owner.buy('prc_team-monthly')
  const { inviteToken } = await owner.readTeam()
  const [first, second] = [
    await owner.signUpMate(inviteToken!, 'first'),
    await owner.signUpMate(inviteToken!, 'second'),
  ]
  await owner.arrived()
  await owner.call('deleteMember', {}, owner.as(first.token))
  expect(await owner.arrived()).toMatchObject([
    { event: 'team.member.removed', payload: { planId: 'pln_team', member: { id: first.id } } },
    { event: 'member.deleted', payload: { id: first.id } },
  ])
  await owner.call('deleteMember', {}, owner.as(owner.token))
  const told = await owner.arrived()
  expect(told.map(({ event }) => event).toSorted()).toEqual([
    'member.deleted',
    'member.plan.canceled',
    'team.member.removed',
  ])
  expect(told.find(({ event }) => event === 'team.member.removed')?.payload).toMatchObject({
    planId: 'pln_team',
    member: { id: second.id, auth: { email: 'second@example.com' } },
  })
})
