import { expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { openShop } from '../../../support/open-shop'
import type { Shop } from '../../../support/open-shop'

const TRIAL = 'prc_trial-monthly'

async function openWithAnn(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options)
  const ann = await shop.signUp()
  /** Days of the trial in a new checkout. */
  const daysAt = async (priceId: string, token = ann.token) =>
    (await shop.store.testPayments.findCheckout(await shop.checkout(token, priceId)))?.price.trialDays
  const buy = async (priceId: string) => shop.pay(await shop.checkout(ann.token, priceId))
  return { shop, ann, daysAt, buy }
}

/** Ends all purchases, as the portal does. */
async function endAll({ services, store, member }: Shop, { id, token }: { id: string; token: string }): Promise<void> {
  const provider = services.payments.named('test', 'test')!
  for (const purchase of await store.purchases.listByMember(id)) {
    await store.purchases.beginRead(purchase.id)
    if (purchase.externalId !== null) await provider.cancel(purchase.externalId)
  }
  await member(token)
}

test('charges at once after an earlier trial of the plan, and the checkout shows no trial', async () => {
  const { shop, ann, buy } = await openWithAnn()
  await buy(TRIAL)
  await endAll(shop, ann)
  const session = await shop.checkout(ann.token, TRIAL)
  const page = await (await shop.request(`/test/checkout?session=${session}`)).text()
  expect(page).toContain('$12.00')
  expect(page).not.toMatch(/trial of|<dt>Trial|\$0\.00/iu)
  await shop.pay(session)
  expect((await shop.member(ann.token)).planConnections).toMatchObject([{ planId: 'pln_trial', status: 'ACTIVE' }])
  expect(await shop.charges(ann.id)).toMatchObject([{ amountMinor: 1200, status: 'PAID' }])
})

test('a refunded purchase uses up the trial', async () => {
  const { shop, ann, buy, daysAt } = await openWithAnn()
  await buy(TRIAL)
  const [purchase] = await shop.store.purchases.listByMember(ann.id)
  await shop.store.purchases.beginRead(purchase!.id)
  await shop.services.payments.named('test', 'test')!.refund(purchase!.externalId!)
  await shop.member(ann.token)
  expect(await daysAt(TRIAL)).toBe(0)
})

test('unpaid checkouts, other plans and other members use up no trial', async () => {
  const { shop, ann, daysAt, buy } = await openWithAnn()
  await buy('prc_pro-monthly')
  expect([await daysAt(TRIAL), await daysAt(TRIAL)]).toEqual([14, 14])
  const ben = await shop.signUp('ben@example.com')
  await shop.pay(await shop.checkout(ben.token, TRIAL))
  expect(await daysAt(TRIAL, ann.token)).toBe(14)
})

test.for([
  ['joins the plan', 'prc_plain', 'prc_with-trial'],
  ['leaves the plan', 'prc_with-trial', 'prc_plain'],
] as const)('a change of price that %s uses up the trial', async ([, from, to]) => {
  const { shop, ann, buy, daysAt } = await openWithAnn({ app: { plans: [aPlan('plain', 0), aPlan('with-trial', 14)] } })
  await buy(from)
  expect((await shop.change(ann.token, to)).data.url).toBeNull()
  await endAll(shop, ann)
  expect(await daysAt('prc_with-trial')).toBe(0)
})

const aPlan = (name: string, trialDays: number): AppDefinition['plans'][number] => ({
  id: `pln_${name}`,
  name,
  active: true,
  restrictedToAdmin: false,
  redirects: {},
  prices: [
    {
      id: `prc_${name}`,
      name: 'Monthly',
      amountMinor: 500,
      currency: 'eur',
      interval: { type: 'MONTHLY', count: 1 },
      trialDays,
      active: true,
    },
  ],
})
