import { expect, test } from 'vitest'
import { openStripeShop } from '../../../support/open-stripe-shop'

const LIVE_SECRET = 'whsec_of_the_live_account'
const env = {
  STRIPE_SECRET_KEY: 'sk_live_fake',
  STRIPE_WEBHOOK_SECRET: LIVE_SECRET,
  STRIPE_TEST_SECRET_KEY: 'sk_test_fake',
  STRIPE_TEST_WEBHOOK_SECRET: 'whsec_of_the_fake',
}

test('each of two accounts signs only for its own mode; events of the other one are ignored', async () => {
  const { begin, play, deliver, event, connections, calls } = await openStripeShop({ env })
  play.pay(await begin())
  const asked = calls.length
  expect((await deliver(event('checkout.session.completed'), LIVE_SECRET)).status).toBe(200)
  expect(calls).toHaveLength(asked)
  expect(await connections()).toEqual([])
  expect((await deliver(event('checkout.session.completed'))).status).toBe(200)
  expect(await connections()).toMatchObject([{ planId: 'pln_pro', status: 'ACTIVE' }])
})

test('begins and reads a live purchase with the live key', async () => {
  const { api, deliver, event, play, calls } = await openStripeShop({ env })
  const live = { key: 'pk_demo', origin: 'https://demo.example' }
  const { tokens, member } = (await api.call('signup', { email: 'eve@example.com', password: 'correct horse' }, live))
    .data
  const order = { priceId: 'prc_pro-monthly' }
  const checkout = await api.call('createCheckoutSession', order, { ...live, token: tokens.accessToken })
  play.pay(checkout.data.url.slice(checkout.data.url.lastIndexOf('/') + 1))
  await deliver(event('checkout.session.completed'), LIVE_SECRET)
  expect(await api.store.planConnections.listByMember(member.id)).toMatchObject([{ planId: 'pln_pro' }])
  expect(calls.filter(({ mode }) => mode !== 'live')).toEqual([])
})
