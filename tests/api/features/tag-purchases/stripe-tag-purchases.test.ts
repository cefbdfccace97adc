import { describe, expect, it } from 'vitest'
import { openStripeShop } from '../../../support/open-stripe-shop'

const SITE = 'http://localhost:4000'

/** A member of an app that sells TrustTags, who buys through Stripe. */
async function openBuyer() {
  const shop = await openStripeShop()
  const { api, play, memory } = shop
  const app = { app: 'app_trusttag', origin: SITE }
  const account = { email: 'bea@example.com', password: 'correct horse' }
  const { tokens, member } = (await api.call('signup', account, app)).data
  const how = { ...app, token: tokens.accessToken }
  const urls = { success_url: `${SITE}/thanks`, cancel_url: `${SITE}/checkout` }
  const { purchase, url } = (await api.call('createTagPurchase', { packageId: 'three', ...urls }, how)).data
  const session = url.slice(url.lastIndexOf('/') + 1)
  return {
    ...shop,
    id: purchase.id,
    pay: () => play.pay(session),
    payment: () => memory.all('payment_intent').at(-1)!.id,
    refund: () => api.call('refundTagPurchase', { purchaseId: purchase.id }, how),
    /** The stored credits, without a call of Stripe. */
    credits: async () => (await api.store.credits.listByMember(member.id)).map(({ status }) => status).toSorted(),
    order: async () => (await api.store.tagOrders.find(purchase.id))!,
  }
}

describe('an event of Stripe', () => {
  it('about a paid checkout gives the credits, once however often it is sent', async () => {
    const { pay, deliver, event, credits, api, memory } = await openBuyer()
    pay()
    const paid = event('checkout.session.completed')
    for (let i = 0; i < 3; i += 1) expect((await deliver(paid)).status).toBe(200)
    await Promise.all([deliver({ ...paid, id: 'evt_other' }), deliver({ ...paid, id: 'evt_another' })])
    expect(await credits()).toEqual(['AVAILABLE', 'AVAILABLE', 'AVAILABLE'])
    expect((await api.mailTo('bea@example.com'))?.text).toContain('$18.00')
    expect(memory.all('price').map((price) => [price.unit_amount, price.currency, price.recurring])).toEqual([
      [1800, 'usd', null],
    ])
  })

  it('about a dispute takes them back, even if it comes before the payment', async () => {
    const { pay, payment, play, deliver, events, credits, order } = await openBuyer()
    pay()
    play.dispute(payment(), 'needs_response')
    for (const one of events.toReversed()) expect((await deliver(one)).status).toBe(200)
    expect(await credits()).toEqual(['REVOKED', 'REVOKED', 'REVOKED'])
    expect((await order()).disputedAt).not.toBeNull()
  })

  it('about a bank’s inquiry changes nothing', async () => {
    const { pay, payment, play, deliver, events, credits } = await openBuyer()
    pay()
    play.dispute(payment(), 'warning_needs_response')
    for (const one of events) await deliver(one)
    expect(await credits()).toEqual(['AVAILABLE', 'AVAILABLE', 'AVAILABLE'])
  })

  it('about a won dispute gives nothing back automatically', async () => {
    const { pay, payment, play, deliver, event, credits } = await openBuyer()
    pay()
    await deliver(event('checkout.session.completed'))
    play.dispute(payment(), 'needs_response')
    await deliver(event('charge.dispute.created'))
    play.dispute(payment(), 'won')
    await deliver(event('charge.dispute.closed'))
    expect(await credits()).toEqual(['REVOKED', 'REVOKED', 'REVOKED'])
  })

  it('about the owner’s partial refund takes what it pays for', async () => {
    const { pay, payment, play, deliver, event, credits, order } = await openBuyer()
    pay()
    await deliver(event('checkout.session.completed'))
    play.refund(payment(), 1_200)
    await deliver(event('charge.refunded'))
    expect(await credits()).toEqual(['AVAILABLE', 'REVOKED', 'REVOKED'])
    expect((await order()).refundedMinor).toBe(1_200)
  })

  it('about our own refund changes nothing more', async () => {
    const { pay, deliver, event, credits, refund, order, memory, api, id } = await openBuyer()
    pay()
    await deliver(event('checkout.session.completed'))
    expect((await refund()).data.purchase).toMatchObject({ status: 'refunded', refundedAmount: 18 })
    await deliver(event('charge.refunded'))
    expect(await credits()).toEqual(['REFUNDED', 'REFUNDED', 'REFUNDED'])
    expect([(await order()).refundedMinor, (await api.store.purchases.find(id))?.status]).toEqual([1_800, 'REFUNDED'])
    expect(memory.all('refund')).toHaveLength(1)
  })
})

describe('a refund while Stripe is unavailable', () => {
  it('is refused before anything is taken', async () => {
    const { pay, deliver, event, credits, refund, failWith } = await openBuyer()
    pay()
    await deliver(event('checkout.session.completed'))
    failWith(() => ({ status: 500, body: { error: { type: 'api_error', message: 'no' } } }))
    expect((await refund()).body.code).toBe('payment-provider-unavailable')
    expect(await credits()).toEqual(['AVAILABLE', 'AVAILABLE', 'AVAILABLE'])
  })

  it('during the refund is recorded, and paid at the next read', async () => {
    const { pay, deliver, event, credits, refund, order, failWith, memory } = await openBuyer()
    pay()
    await deliver(event('checkout.session.completed'))
    failWith(({ path }) => (path.startsWith('/v1/refunds') ? 'lost answer' : null))
    const answer = await refund()
    expect(answer.data.purchase).toMatchObject({ status: 'paid', refundedAmount: 0, unusedTags: 0 })
    expect(answer.body.message).toContain('Your refund is recorded')
    expect(await credits()).toEqual(['REFUNDED', 'REFUNDED', 'REFUNDED'])
    failWith(() => null)
    await deliver({ ...event('checkout.session.completed'), id: 'evt_later' })
    expect((await order()).refundedMinor).toBe(1_800)
    expect(memory.all('refund').map(({ amount }) => amount)).toEqual([1_800])
  })
})
