import { expect, test } from 'vitest'
import type { Call } from '../../../../contract/schemas'
import { reconcileOpenPurchases } from '../../../../api/features/payments/reconcile'
import { DEMO, openShop, sessionOf } from '../../../support/open-shop'
import type { Shop } from '../../../support/open-shop'

type Order = Call<'createBillingPortalSession'>

const YEARLY = {
  id: 'prc_pro-yearly',
  name: 'Yearly',
  amountMinor: 10_000,
  currency: 'usd',
  interval: { type: 'YEARLY', count: 1 },
  planId: 'pln_pro',
  planName: 'Pro',
  trialDays: 0,
} as const

async function openWithPlans(priceIds: string[], options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options)
  const ann = await shop.signUp()
  for (const priceId of priceIds) await shop.pay(await shop.checkout(ann.token, priceId))
  const ask = (order: Order = {}) => shop.call('createBillingPortalSession', order, shop.as(ann.token))
  return { shop, ann, ask }
}

/** The offers and return URL of a portal. */
async function portalAt(shop: Shop, url: string) {
  const portal = await shop.services.payments.testPages.findPortal(sessionOf(url))
  return { prices: portal?.prices.map(({ id }) => id), returnUrl: portal?.returnUrl }
}

test('offers the other prices of the plans with a subscription', async () => {
  const { shop, ask } = await openWithPlans(['prc_pro-monthly', 'prc_trial-monthly'])
  const { prices } = await portalAt(shop, (await ask()).data.url)
  expect(prices).toEqual(['prc_pro-monthly', 'prc_pro-yearly', 'prc_trial-monthly'])
  const once = await openWithPlans(['prc_pro-lifetime'])
  expect((await portalAt(once.shop, (await once.ask()).data.url)).prices).toEqual([])
})

test('offers the prices that the page names', async () => {
  const { shop, ask } = await openWithPlans(['prc_pro-monthly'])
  const { url } = (await ask({ priceIds: ['prc_team-monthly'] })).data
  expect((await portalAt(shop, url)).prices).toEqual(['prc_team-monthly'])
  expect((await ask({ priceIds: ['prc_none'] })).body.code).toBe('price-no-longer-available')
})

test('returns to the given URL, else to the page', async () => {
  const { shop, ask } = await openWithPlans(['prc_pro-monthly'])
  const backFrom = async (order: Order) => (await portalAt(shop, (await ask(order)).data.url)).returnUrl
  const origin_url = `${DEMO}/account.html`
  expect(await backFrom({ origin_url, return_url: `${DEMO}/done.html` })).toBe(`${DEMO}/done.html`)
  expect(await backFrom({ origin_url })).toBe(origin_url)
  expect(await backFrom({})).toBe(DEMO)
})

test.for<Order>([
  { return_url: 'https://evil.example/' },
  { return_url: 'javascript:alert(1)' },
  { origin_url: 'http://localhost:4003/' },
])('refuses a URL of another site: %o', async (order) => {
  const { shop, ask } = await openWithPlans(['prc_pro-monthly'])
  const before = shop.dumpDatabase()
  expect((await ask(order)).body.code).toBe('invalid-field-value')
  expect(shop.dumpDatabase()).toEqual(before)
})

test('has no portal for members without a purchase, however often they call', async () => {
  const { ask } = await openWithPlans([], { rateLimitFactor: 1 })
  for (let count = 0; count < 31; count += 1) expect((await ask()).body.code).toBe('no-purchase-found')
})

test('limits portals per account', async () => {
  const { ask } = await openWithPlans(['prc_pro-monthly'], { rateLimitFactor: 1 })
  const codes = []
  for (let count = 0; count < 31; count += 1) codes.push((await ask()).body.code)
  expect([codes[29], codes[30]]).toEqual([undefined, 'too-many-requests'])
})

test('shows changes when the member returns, even without an event', async () => {
  const { shop, ann, ask } = await openWithPlans(['prc_pro-monthly'])
  const { services, store } = shop
  const [purchase] = await store.purchases.listByMember(ann.id)
  const provider = services.payments.named('test', 'test')!
  await provider.changePrice(purchase?.externalId ?? '', { ...YEARLY, appId: 'app_demo' }, 'key')
  await reconcileOpenPurchases(services, ann.id)
  expect((await shop.member(ann.token)).planConnections).toMatchObject([{ payment: { priceId: 'prc_pro-monthly' } }])
  await ask()
  expect((await shop.member(ann.token)).planConnections).toMatchObject([{ payment: { priceId: 'prc_pro-yearly' } }])
  const before = shop.dumpDatabase()
  await shop.member(ann.token)
  expect(shop.dumpDatabase()).toEqual(before)
})
