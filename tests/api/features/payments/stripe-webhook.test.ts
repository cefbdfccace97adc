import { describe, expect, it } from 'vitest'
import { openStripeShop, WEBHOOK_SECRET } from '../../../support/open-stripe-shop'
import { signed } from '../../../support/fake-stripe'
import { startTestApi } from '../../../support/start-api'

const activePro = { planId: 'pln_pro', priceId: 'prc_pro-monthly', status: 'ACTIVE' }

describe('an event of Stripe', () => {
  it('of a paid checkout grants the plan before the member returns', async () => {
    const { begin, play, deliver, event, connections } = await openStripeShop()
    play.pay(await begin())
    expect(await connections()).toEqual([])
    const answer = await deliver(event('checkout.session.completed'))
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
    expect(await connections()).toMatchObject([activePro])
  })

  it('after the return of the member changes nothing', async () => {
    const { begin, play, deliver, events, api, how, connections } = await openStripeShop()
    play.pay(await begin())
    expect((await api.call('getMember', {}, how)).data?.planConnections).toMatchObject([
      { planId: 'pln_pro', active: true },
    ])
    const granted = await connections()
    for (const event of events) expect((await deliver(event)).status).toBe(200)
    expect(await connections()).toEqual(granted)
  })

  it('that is repeated is read once', async () => {
    const { begin, play, deliver, event, connections, calls } = await openStripeShop()
    play.pay(await begin())
    await deliver(event('checkout.session.completed'))
    const looks = calls.length
    expect((await deliver(event('checkout.session.completed'))).status).toBe(200)
    expect(calls).toHaveLength(looks)
    expect(await connections()).toMatchObject([activePro])
  })

  it('that is late does not restore an old state', async () => {
    const { begin, play, deliver, event, connections, memory } = await openStripeShop()
    play.pay(await begin())
    const paid = event('checkout.session.completed')
    const created = event('customer.subscription.created')
    const subscription = memory.all('subscription')[0]!.id
    play.cancelNow(subscription)
    await deliver(event('customer.subscription.deleted'))
    for (const late of [created, paid]) await deliver(late)
    expect(await connections()).toMatchObject([{ ...activePro, status: 'CANCELED' }])
  })

  it('in any order leads to the state at Stripe', async () => {
    const { begin, play, deliver, events, connections, memory } = await openStripeShop()
    play.pay(await begin())
    const [subscription] = memory.all('subscription')
    play.renew(subscription!.id)
    play.renew(subscription!.id, false)
    for (const event of events.toReversed()) expect((await deliver(event)).status).toBe(200)
    expect(await connections()).toMatchObject([
      { ...activePro, status: 'REQUIRES_PAYMENT', purchase: { paymentStatus: 'FAILED' } },
    ])
  })

  it('of a refund ends a one-time payment', async () => {
    const { begin, play, deliver, event, connections, memory } = await openStripeShop()
    play.pay(await begin('prc_pro-lifetime'))
    await deliver(event('checkout.session.completed'))
    play.refund(memory.all('payment_intent')[0]!.id)
    await deliver(event('charge.refunded'))
    expect(await connections()).toMatchObject([{ status: 'CANCELED', purchase: { paymentStatus: 'REFUNDED' } }])
  })

  it('whose invoice has its subscription in the field of older versions is read', async () => {
    const { begin, play, deliver, event, connections, memory } = await openStripeShop()
    play.pay(await begin())
    await deliver(event('checkout.session.completed'))
    const subscription = memory.all('subscription')[0]!.id
    play.renew(subscription, false)
    const failed = event('invoice.payment_failed')
    const object: { parent?: unknown } = { ...failed.data.object }
    delete object.parent
    await deliver({ ...failed, data: { object: { ...object, subscription } } })
    expect(await connections()).toMatchObject([{ status: 'REQUIRES_PAYMENT' }])
  })

  it('is refused while Stripe is unavailable, and handled when it is sent again', async () => {
    const { begin, play, deliver, event, connections, failWith } = await openStripeShop()
    play.pay(await begin())
    failWith(() => ({ status: 500, body: { error: { type: 'api_error', message: 'no' } } }))
    const answer = await deliver(event('checkout.session.completed'))
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'payment-provider-unavailable' }])
    failWith(() => null)
    expect((await deliver(event('checkout.session.completed'))).status).toBe(200)
    expect(await connections()).toMatchObject([activePro])
  })

  it('of another object is accepted and ignored', async () => {
    const { begin, play, deliver, event, calls } = await openStripeShop()
    play.pay(await begin())
    const paid = event('checkout.session.completed')
    const foreign = {
      ...paid,
      id: 'evt_foreign',
      data: { object: { object: 'checkout.session', id: 'cs_live_of_a_shop' } },
    }
    const looks = calls.length
    for (const other of [
      foreign,
      { ...paid, id: 'evt_other', type: 'payout.paid' },
      { ...paid, type: 'tomorrow.invented' },
    ])
      expect((await deliver(other)).status).toBe(200)
    expect(calls).toHaveLength(looks)
  })
})

describe('an event that is not from Stripe', () => {
  it.each([
    ['signed with another secret', 'whsec_of_somebody_else', 0],
    ['recorded six minutes ago', WEBHOOK_SECRET, -6 * 60_000],
  ])('%s is refused', async (_, secret, shift) => {
    const { begin, play, deliver, event, connections, api } = await openStripeShop()
    play.pay(await begin())
    const answer = await deliver(event('checkout.session.completed'), secret, api.clock.now() + shift)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid-webhook-signature' }])
    expect(await connections()).toEqual([])
  })

  it('with a changed body or without a signature is refused', async () => {
    const { api, event, begin, play } = await openStripeShop()
    play.pay(await begin())
    const { body, headers } = signed(event('checkout.session.completed'), WEBHOOK_SECRET, api.clock.now())
    const send = (init: RequestInit) => api.request('/webhooks/stripe', { method: 'POST', ...init })
    const answers = [
      await send({ body: `${body} `, headers }),
      await send({ body }),
      await send({ body, headers: { 'stripe-signature': 'nonsense' } }),
      await send({ body, headers: { 'stripe-signature': 'v1=,t=1' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  it('above the size limit is refused unread', async () => {
    const { api } = await openStripeShop()
    const headers = { 'stripe-signature': 't=1,v1=00' }
    const answer = await api.request('/webhooks/stripe', { method: 'POST', body: 'x'.repeat(1_000_001), headers })
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'request-too-large' }])
  })
})

describe('the webhook', () => {
  it('without its secret logs a warning, and purchases still work', async () => {
    const { begin, play, deliver, event, api, how } = await openStripeShop({ env: { STRIPE_WEBHOOK_SECRET: '' } })
    play.pay(await begin())
    const answer = await deliver(event('checkout.session.completed'))
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'webhook-not-configured' }])
    expect((await api.call('getMember', {}, how)).data?.planConnections).toMatchObject([
      { planId: 'pln_pro', active: true },
    ])
  })

  it('without its secret logs once, however many events arrive', async () => {
    const { api } = await openStripeShop({ env: { STRIPE_WEBHOOK_SECRET: '' } })
    const init = { method: 'POST', body: 'x'.repeat(1_000_001), headers: { 'stripe-signature': 't=1,v1=00' } }
    const before = api.logLines.length
    for (let count = 0; count < 5; count += 1) expect((await api.request('/webhooks/stripe', init)).status).toBe(503)
    const told = api.logLines.slice(before).filter((line) => !line.includes('"msg":"request"'))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('"level":40')
    expect(told[0]).toContain('STRIPE_WEBHOOK_SECRET')
  })

  it('is not part of the client API: no CORS headers, POST only', async () => {
    const api = await startTestApi()
    const headers = { origin: 'https://shop.example' }
    const post = await api.request('/webhooks/stripe', { method: 'POST', body: '{}', headers })
    const get = await api.request('/webhooks/stripe', { headers })
    const nowhere = await api.request('/webhooks/other', { method: 'POST', body: '{}', headers })
    await api.close()
    expect([post.status, get.status, get.headers.get('allow'), nowhere.status]).toEqual([
      400,
      405,
      'POST, OPTIONS',
      404,
    ])
    for (const answer of [post, get, nowhere]) expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  })

  it('writes no secret and no event to the log', async () => {
    const { begin, play, deliver, event, api } = await openStripeShop()
    play.pay(await begin())
    await deliver(event('checkout.session.completed'), 'whsec_of_somebody_else')
    await deliver(event('checkout.session.completed'))
    const log = api.logLines.join('\n')
    expect(log).toContain('/webhooks/stripe')
    for (const secret of [WEBHOOK_SECRET, 'sk_test_fake', 'ann@example.com', 'cs_test_'])
      expect(log).not.toContain(secret)
  })
})
