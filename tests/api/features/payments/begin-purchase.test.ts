import { expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { DEMO, openShop, sessionOf } from '../../../support/open-shop'

async function openWithAnn(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options)
  const ann = await shop.signUp()
  const refusal = async (input: Parameters<typeof shop.begin>[1]) => (await shop.begin(ann.token, input)).body.code
  return { shop, ann, refusal }
}

const plan = (changes: Partial<AppDefinition['plans'][number]>): AppDefinition['plans'][number] => ({
  id: 'pln_one',
  name: 'One',
  active: true,
  restrictedToAdmin: false,
  redirects: {},
  prices: [{ id: 'prc_one', name: 'Once', amountMinor: 500, currency: 'eur', trialDays: 0, active: true }],
  ...changes,
})

test('refuses unavailable prices and coupons by name', async () => {
  const [price] = plan({}).prices
  const app = {
    plans: [
      plan({}),
      plan({ id: 'pln_off', active: false, prices: [{ ...price!, id: 'prc_off' }] }),
      plan({ id: 'pln_admin', restrictedToAdmin: true, prices: [{ ...price!, id: 'prc_admin' }] }),
      plan({ id: 'pln_old', prices: [{ ...price!, id: 'prc_old', active: false }] }),
    ],
    coupons: [
      { id: 'OVER', percentOff: 10, duration: 'once' as const, prices: [], active: false },
      { id: 'OTHER', percentOff: 10, duration: 'once' as const, prices: ['prc_old'], active: true },
    ],
  }
  const { refusal } = await openWithAnn({ app })
  expect(await refusal({ priceId: 'prc_none' })).toBe('price-no-longer-available')
  expect(await refusal({ priceId: 'prc_off' })).toBe('price-no-longer-available')
  expect(await refusal({ priceId: 'prc_old' })).toBe('price-no-longer-available')
  expect(await refusal({ priceId: 'prc_admin' })).toBe('plan-restricted-to-admin')
  expect(await refusal({ priceId: 'prc_one', couponId: 'NONE' })).toBe('coupon-not-found')
  expect(await refusal({ priceId: 'prc_one', couponId: 'OVER' })).toBe('coupon-not-found')
  expect(await refusal({ priceId: 'prc_one', couponId: 'OTHER' })).toBe('coupon-not-found')
  expect(await refusal({ priceId: 'prc_one', couponId: null })).toBeUndefined()
})

test.for([
  { success_url: 'https://evil.example/' },
  { cancel_url: 'http://localhost:4003/' },
  { origin_url: 'javascript:alert(1)' },
  { success_url: `blob:${DEMO}/1f0c` },
  { cancel_url: DEMO.replace('//', '//bank.example@') },
])('refuses a URL of another site: %o', async (urls) => {
  const { refusal, shop } = await openWithAnn()
  expect(await refusal({ priceId: 'prc_pro-monthly', ...urls })).toBe('invalid-field-value')
  expect(shop.dumpDatabase().purchases).toEqual([])
})

test('redirects after the payment to the given URL, else that of the plan, else the page', async () => {
  const plans = [plan({}), plan({ id: 'pln_two', redirects: { afterPurchase: '/welcome' } })]
  plans[1]!.prices = [{ ...plans[1]!.prices[0]!, id: 'prc_two' }]
  const { shop, ann } = await openWithAnn({ app: { plans } })
  const leadsTo = async (input: Parameters<typeof shop.begin>[1]) => {
    const session = await shop.checkout(ann.token, input)
    return (await shop.store.testPayments.findCheckout(session))?.successUrl
  }
  const origin_url = `${DEMO}/pricing.html`
  expect(await leadsTo({ priceId: 'prc_two', origin_url, success_url: `${DEMO}/a` })).toBe(`${DEMO}/a`)
  expect(await leadsTo({ priceId: 'prc_two', origin_url })).toBe(`${DEMO}/welcome`)
  expect(await leadsTo({ priceId: 'prc_one', origin_url })).toBe(origin_url)
  expect(await leadsTo({ priceId: 'prc_one' })).toBe(DEMO)
})

test.for([
  [`${DEMO}/danke/日本?ü`, `${DEMO}/danke/%E6%97%A5%E6%9C%AC?%C3%BC`],
  [`${DEMO}/a\r\nSet-Cookie: b=c`, `${DEMO}/aSet-Cookie:%20b=c`],
])('redirects after the payment to a URL with any encoding: %o', async ([success_url, there]) => {
  const { shop, ann } = await openWithAnn()
  const paid = await shop.pay(await shop.checkout(ann.token, { priceId: 'prc_pro-monthly', success_url: success_url! }))
  expect([paid.status, paid.headers.get('location')]).toEqual([303, there])
})

test('a newer checkout of the same plan ends the older one', async () => {
  const { shop, ann } = await openWithAnn()
  const first = await shop.checkout(ann.token, 'prc_pro-monthly')
  const second = await shop.checkout(ann.token, 'prc_pro-yearly')
  expect((await shop.pay(first)).status).toBe(410)
  expect((await shop.pay(second)).status).toBe(303)
  expect(await shop.charges(ann.id)).toMatchObject([{ amountMinor: 10_000 }])
})

test('of two parallel, paid checkouts, one is granted and nothing is paid twice', async () => {
  const { shop, ann } = await openWithAnn()
  const begun = await Promise.all([1, 2, 3].map(() => shop.begin(ann.token, { priceId: 'prc_pro-monthly' })))
  const sessions = begun.flatMap(({ body }) => (isLink(body.data) ? [sessionOf(body.data.url)] : []))
  await Promise.all(sessions.map((session) => shop.pay(session)))
  const kept = (await shop.charges(ann.id)).filter(({ status }) => status === 'PAID')
  expect(kept).toHaveLength(1)
  expect(await shop.connections(ann.id)).toMatchObject([{ planId: 'pln_pro', status: 'ACTIVE' }])
})

test('refuses a plan that the member has, even if the payment was never reported', async () => {
  const { shop, ann, refusal } = await openWithAnn()
  const session = await shop.checkout(ann.token, 'prc_pro-monthly')
  await shop.services.payments.testPages.pay(session)
  expect(await refusal({ priceId: 'prc_pro-lifetime' })).toBe('already-have-plan')
  expect((await shop.member(ann.token)).planConnections).toMatchObject([{ active: true }])
})

test('open checkouts reserve places and free them when they end', async () => {
  const { shop, ann, refusal } = await openWithAnn({ app: { plans: [plan({ memberLimit: 1 })] } })
  const ben = await shop.signUp('ben@example.com')
  await shop.checkout(ben.token, 'prc_one')
  expect(await refusal({ priceId: 'prc_one' })).toBe('plan-member-limit-reached')
  shop.clock.advance(60 * 60_000)
  const session = await shop.checkout(ann.token, 'prc_one')
  expect((await shop.begin(ben.token, { priceId: 'prc_one' })).body.code).toBe('plan-member-limit-reached')
  expect((await shop.pay(session)).status).toBe(303)
  expect((await shop.begin(ben.token, { priceId: 'prc_one' })).body.code).toBe('plan-member-limit-reached')
})

test('refuses a second team', async () => {
  const team = { seats: 3, inviteSignupLink: '/join' }
  const prices = [{ ...plan({}).prices[0]!, id: 'prc_two' }]
  const { shop, ann, refusal } = await openWithAnn({
    app: { plans: [plan({ team }), plan({ id: 'pln_two', team, prices })] },
  })
  await shop.pay(await shop.checkout(ann.token, 'prc_one'))
  expect(await refusal({ priceId: 'prc_two' })).toBe('can-only-have-one-active-team')
})

test('options of the Stripe checkout do not disturb the test checkout', async () => {
  const options = { automaticTax: true, taxIdCollection: true, billingAddress: true, promotionCodes: true }
  const { shop, ann } = await openWithAnn({ app: { payments: options } })
  await shop.pay(await shop.checkout(ann.token, 'prc_pro-monthly'))
})

test('begins nothing in live mode without a provider', async () => {
  const { shop } = await openWithAnn()
  const live = { key: 'pk_demo', origin: 'https://demo.example' }
  const { data } = await shop.call('signup', { email: 'eve@example.com', password: 'correct horse' }, live)
  const how = { ...live, token: data.tokens.accessToken }
  const begun = await shop.call('createCheckoutSession', { priceId: 'prc_pro-monthly' }, how)
  expect(begun.body.code).toBe('payments-not-configured')
  expect(shop.dumpDatabase().purchases).toEqual([])
})

test('limits checkouts per account', async () => {
  const { refusal } = await openWithAnn({ rateLimitFactor: 1 })
  const codes = []
  for (let count = 0; count < 31; count += 1) codes.push(await refusal({ priceId: 'prc_pro-monthly' }))
  expect([codes[29], codes[30]]).toEqual([undefined, 'too-many-requests'])
})

const isLink = (data: unknown): data is { url: string } => typeof data === 'object' && data !== null && 'url' in data
