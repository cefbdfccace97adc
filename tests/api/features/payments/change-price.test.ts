import { expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { reconcilePurchase } from '../../../../api/features/payments/reconcile'
import { openShop } from '../../../support/open-shop'

const openWithPlan = (...priceIds: string[]) => openWith({}, priceIds)

async function openWith(options: Parameters<typeof openShop>[0], priceIds: string[]) {
  const shop = await openShop(options)
  const ann = await shop.signUp()
  for (const priceId of priceIds) await shop.pay(await shop.checkout(ann.token, priceId))
  return {
    shop,
    ann,
    connections: async () => (await shop.member(ann.token)).planConnections,
    amounts: async () => (await shop.charges(ann.id)).map(({ amountMinor, status }) => `${status} ${amountMinor}`),
  }
}

const plansOfDemo = async () => (await (await openShop()).store.apps.findById('app_demo'))!.plans

test('switches a subscription to another price without a checkout', async () => {
  const { shop, ann, connections, amounts } = await openWithPlan('prc_pro-monthly')
  const [before] = await connections()
  const { data } = await shop.change(ann.token, 'prc_pro-yearly')
  expect(data).toMatchObject({ url: null, redirect: null })
  expect(data.member.planConnections).toMatchObject([
    { id: before?.id, planId: 'pln_pro', payment: { priceId: 'prc_pro-yearly', amount: 100 } },
  ])
  expect(await amounts()).toEqual(['PAID 1000', 'PAID 9000'])
})

test('switches a subscription to a price of another plan and moves its connection', async () => {
  const { shop, ann, connections } = await openWithPlan('prc_pro-monthly')
  const [before] = await connections()
  const { data } = await shop.change(ann.token, 'prc_team-monthly')
  expect(data.member.planConnections).toMatchObject([{ id: before?.id, planId: 'pln_team', active: true }])
  expect(data.member.teams.ownedTeams).toHaveLength(1)
  await shop.change(ann.token, 'prc_pro-monthly')
  expect((await shop.member(ann.token)).teams.ownedTeams).toEqual([])
})

test('redirects as the plan says, else as the app does', async () => {
  const afterReplaceOf = async (app: Partial<AppDefinition>) => {
    const { shop, ann } = await openWith({ app }, ['prc_pro-monthly'])
    return (await shop.change(ann.token, 'prc_pro-yearly')).data.redirect
  }
  const redirects = { afterReplace: '/changed', afterPurchase: '/bought' }
  expect(await afterReplaceOf({ redirects })).toBe('/changed')
  const plans = await plansOfDemo()
  plans.find(({ id }) => id === 'pln_pro')!.redirects = { afterReplace: '/own' }
  expect(await afterReplaceOf({ redirects, plans })).toBe('/own')
})

test('changes and charges once for two parallel clicks', async () => {
  const { shop, ann, amounts } = await openWithPlan('prc_pro-monthly')
  await Promise.all([shop.change(ann.token, 'prc_pro-yearly'), shop.change(ann.token, 'prc_pro-yearly')])
  expect(await amounts()).toEqual(['PAID 1000', 'PAID 9000'])
})

test('makes a change there and back each time', async () => {
  const { shop, ann, connections } = await openWithPlan('prc_pro-monthly')
  for (const priceId of ['prc_pro-yearly', 'prc_pro-monthly', 'prc_pro-yearly', 'prc_pro-monthly']) {
    expect((await shop.change(ann.token, priceId)).status).toBe(200)
    expect((await connections())[0]?.payment?.priceId).toBe(priceId)
  }
})

test('buys a one-time price, which replaces the subscription', async () => {
  const { shop, ann, connections, amounts } = await openWithPlan('prc_pro-monthly')
  const [before] = await connections()
  const { data } = await shop.change(ann.token, 'prc_pro-lifetime')
  expect(await connections()).toEqual([before])
  await shop.pay(new URL(data.url ?? '').searchParams.get('session') ?? '')
  expect(await connections()).toMatchObject([
    { id: before?.id, type: 'ONETIME', payment: { priceId: 'prc_pro-lifetime' } },
  ])
  expect(await amounts()).toEqual(['PAID 1000', 'PAID 25000'])
  const sales = await shop.store.testPayments.listSales((await shop.member(ann.token)).stripeCustomerId!)
  expect(sales.filter(({ status }) => status === 'CANCELED').map(({ price }) => price.id)).toEqual(['prc_pro-monthly'])
})

test('buys for a member without a subscription', async () => {
  const { shop, ann, connections } = await openWithPlan()
  const { data } = await shop.change(ann.token, 'prc_pro-monthly')
  await shop.pay(new URL(data.url ?? '').searchParams.get('session') ?? '')
  expect(await connections()).toMatchObject([{ planId: 'pln_pro', active: true }])
})

test('changes the subscription of the same plan first', async () => {
  const { shop, ann, connections } = await openWithPlan('prc_pro-monthly', 'prc_trial-monthly')
  await shop.change(ann.token, 'prc_pro-yearly')
  expect((await connections()).map(({ payment }) => payment?.priceId)).toEqual(['prc_pro-yearly', 'prc_trial-monthly'])
})

test('refuses what the member already has', async () => {
  const { shop, ann } = await openWithPlan('prc_pro-monthly', 'prc_trial-monthly')
  expect((await shop.change(ann.token, 'prc_pro-monthly')).body.code).toBe('already-have-plan')
  expect((await shop.change(ann.token, 'prc_none')).body.code).toBe('price-no-longer-available')
  const lifetime = await openWithPlan('prc_pro-lifetime')
  expect((await lifetime.shop.change(lifetime.ann.token, 'prc_pro-monthly')).body.code).toBe('already-have-plan')
})

test('switches an owner to another team plan and keeps the team', async () => {
  const plans = await plansOfDemo()
  const team = plans.find(({ id }) => id === 'pln_team')!
  const prices = team.prices.map((price) => ({ ...price, id: 'prc_big-monthly', amountMinor: 9_900 }))
  const bigger = { ...team, id: 'pln_big', name: 'Big team', prices, team: { ...team.team!, seats: 20 } }
  const { shop, ann } = await openWith({ app: { plans: [...plans, bigger] } }, ['prc_team-monthly'])
  const [before] = (await shop.member(ann.token)).teams.ownedTeams
  const { data } = await shop.change(ann.token, 'prc_big-monthly')
  expect(data.member.planConnections).toMatchObject([{ planId: 'pln_big', active: true }])
  expect(data.member.teams.ownedTeams).toMatchObject([{ teamId: before?.teamId }])
  // A second one is refused.
  const begun = await shop.begin(ann.token, { priceId: 'prc_team-monthly' })
  expect(begun.body.code).toBe('can-only-have-one-active-team')
})

test('removes no one from a team, on the site or in the portal', async () => {
  const { shop, ann, connections } = await openWithPlan('prc_team-monthly')
  const [team] = (await shop.member(ann.token)).teams.ownedTeams
  const { inviteToken } = (await shop.store.teams.find(team!.teamId))!
  const ben = await shop.signUp('ben@example.com')
  await shop.call('joinTeam', { inviteToken }, shop.as(ben.token))
  expect((await shop.change(ann.token, 'prc_pro-monthly')).body.code).toBe('cannot-change-team-account')
  expect((await shop.change(ann.token, 'prc_pro-lifetime')).body.code).toBe('cannot-change-team-account')
  const { data } = await shop.call('createBillingPortalSession', { priceIds: ['prc_pro-monthly'] }, shop.as(ann.token))
  const session = new URL(data.url).searchParams.get('session') ?? ''
  const html = await (await shop.request(`/test/portal?session=${session}`)).text()
  const sale = /name="sale" value="([^"]+)"/u.exec(html)?.[1] ?? ''
  const answer = await shop.submit('/test/portal', { session, sale, seen: '1', action: 'change:prc_pro-monthly' })
  expect(answer.status).toBe(409)
  expect(await connections()).toMatchObject([{ planId: 'pln_team' }])
})

/** Pro, paid and used, is switched at the provider to the team plan, which the member already has. */
async function openWithSurplus() {
  const opened = await openWithPlan('prc_pro-monthly', 'prc_team-monthly')
  const { shop, ann } = opened
  const sales = await shop.store.testPayments.listSales((await shop.member(ann.token)).stripeCustomerId!)
  const [team, pro] = [sales[0]!, sales[1]!]
  const provider = shop.services.payments.named('test', 'test')!
  await provider.changePrice(pro.id, team.price, 'key')
  return { ...opened, provider, pro, team }
}

test('keeps the existing purchase when a member switches to its plan at the provider, and refunds no used time', async () => {
  const { shop, connections, amounts, pro, team } = await openWithSurplus()
  const [, before] = await connections()
  await reconcilePurchase(shop.services, pro.purchaseId)
  expect(await connections()).toEqual([before])
  expect(await shop.store.testPayments.findSale(pro.id)).toMatchObject({ status: 'CANCELED' })
  expect((await amounts()).filter((amount) => amount.startsWith('REFUNDED'))).toEqual([])
  for (const { purchaseId } of [pro, team]) await reconcilePurchase(shop.services, purchaseId)
  expect(await connections()).toEqual([before])
})

test('keeps the other purchase if one has ended before the read', async () => {
  const { shop, connections, provider, pro } = await openWithSurplus()
  const [, before] = await connections()
  await provider.cancel(pro.id)
  await reconcilePurchase(shop.services, pro.purchaseId)
  expect(await connections()).toEqual([before])
})
