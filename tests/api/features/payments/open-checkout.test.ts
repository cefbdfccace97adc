import { expect, test } from 'vitest'
import { openStripeShop } from '../../../support/open-stripe-shop'

type StripeShop = Awaited<ReturnType<typeof openStripeShop>>

/** A member with one payment, whose customer was then deleted at Stripe. */
async function openWithLostCustomer() {
  const shop = await openStripeShop()
  const { api, begin, play, how, memory, memberId } = shop
  play.pay(await begin('prc_pro-lifetime'))
  await api.call('getMember', {}, how)
  const lost = await customerOf(shop)
  memory.things.delete(lost)
  const portal = () => api.call('createBillingPortalSession', {}, how)
  return { ...shop, lost, portal, memberId }
}

const customerOf = async ({ api, memberId }: Pick<StripeShop, 'api' | 'memberId'>): Promise<string> =>
  (await api.store.members.findById(memberId))?.stripeCustomerId ?? 'none'

test('replaces a customer that was deleted at the provider and stores the new one', async () => {
  const shop = await openWithLostCustomer()
  const { begin, memory, play, api, how, lost } = shop
  const session = memory.find('checkout.session', await begin('prc_trial-monthly'))
  const customer = await customerOf(shop)
  expect(customer).not.toBe(lost)
  expect(session.customer).toBe(customer)
  play.pay(session.id)
  expect((await api.call('getMember', {}, how)).data?.planConnections).toMatchObject([
    { planId: 'pln_pro', active: true },
    { planId: 'pln_trial', active: true },
  ])
  await begin('prc_team-monthly')
  expect(memory.all('customer').map(({ id }) => id)).toEqual([customer])
})

test('two parallel checkouts without a customer agree on one', async () => {
  const shop = await openWithLostCustomer()
  const sessions = await Promise.all(['prc_trial-monthly', 'prc_team-monthly'].map((price) => shop.begin(price)))
  const customers = sessions.map((id) => shop.memory.find('checkout.session', id).customer)
  expect(new Set([...customers, await customerOf(shop)]).size).toBe(1)
})

test('the portal is empty for a deleted customer until the next purchase', async () => {
  const { portal, begin, connections } = await openWithLostCustomer()
  const held = await connections()
  expect((await portal()).body.code).toBe('no-purchase-found')
  expect(await connections()).toEqual(held)
  await begin('prc_trial-monthly')
  expect((await portal()).data.url).toContain('https://billing.stripe.example/')
})

test('leaves nothing to pay if the provider fails while the customer is replaced', async () => {
  const shop = await openWithLostCustomer()
  const { failWith, api, how, purchases, begin } = shop
  failWith(({ path }) => (path === '/v1/customers' ? { status: 500, body: { error: { type: 'api_error' } } } : null))
  const begun = await api.call('createCheckoutSession', { priceId: 'prc_trial-monthly' }, { ...how })
  expect(begun.body.code).toBe('payment-provider-unavailable')
  expect((await purchases()).map(({ status }) => status)).toEqual(['PAID', 'EXPIRED'])
  failWith(() => null)
  await begin('prc_trial-monthly')
})
