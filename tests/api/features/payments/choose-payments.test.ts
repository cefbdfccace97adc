import { expect, test, vi } from 'vitest'
import { choosePayments, stripeProviders } from '../../../../api/features/payments/providers'
import { readConfig } from '../../../../api/config'
import { openStripeShop } from '../../../support/open-stripe-shop'
import { startTestApi } from '../../../support/start-api'

/** How often this file loaded the SDK: at most once, because modules are cached. */
const sdk = vi.hoisted(() => ({ loaded: 0 }))
vi.mock(import('stripe'), async (load) => {
  sdk.loaded += 1
  return load()
})

/** The provider of each mode with these settings. */
async function providers(env: Record<string, string>) {
  const api = await startTestApi()
  const stripe = stripeProviders(readConfig(env).stripe)
  const { store, clock, secrets, urls } = api.services
  const payments = choosePayments({ store, clock, secrets, urls, stripe })
  const chosen = { test: payments.forMode('test')?.provider, live: payments.forMode('live')?.provider }
  await api.close()
  return { payments, chosen }
}

test.each([
  [{}, { test: 'test', live: undefined }],
  [{ STRIPE_SECRET_KEY: 'sk_live_1' }, { test: 'test', live: 'stripe' }],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, { test: 'stripe', live: undefined }],
  [{ STRIPE_TEST_SECRET_KEY: 'sk_test_1' }, { test: 'stripe', live: undefined }],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_TEST_SECRET_KEY: 'sk_test_1' },
    { test: 'stripe', live: 'stripe' },
  ],
])('with %j, payments go through %j', async (env, expected) => {
  expect((await providers(env)).chosen).toEqual(expected)
})

test('reads purchases from before there was a key at their provider', async () => {
  const { payments } = await providers({ STRIPE_SECRET_KEY: 'sk_test_1' })
  expect(payments.named('test', 'test')?.provider).toBe('test')
  expect(payments.named('stripe', 'test')?.provider).toBe('stripe')
  expect(payments.named('test', 'live')).toBeNull()
  expect(payments.named('stripe', 'live')).toBeNull()
})

test('never loads the Stripe SDK without a key, even for a purchase', async () => {
  const api = await startTestApi()
  const { data } = await api.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  const how = { token: data.tokens.accessToken, origin: 'http://localhost:4002' }
  await api.call('createCheckoutSession', { priceId: 'prc_pro-monthly' }, how)
  const refused = await api.request('/webhooks/stripe', {
    method: 'POST',
    body: '{}',
    headers: { 'stripe-signature': 't=1,v1=0' },
  })
  expect(refused.status).toBe(503)
  await api.close()
  expect(sdk.loaded).toBe(0)
})

test('loads the Stripe SDK at the first purchase, not at the start', async () => {
  const shop = await openStripeShop()
  await shop.api.call('getAppAndMember', {}, shop.how)
  expect(sdk.loaded).toBe(0)
  await shop.begin()
  expect(sdk.loaded).toBe(1)
})
