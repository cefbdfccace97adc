import { describe, expect, it } from 'vitest'
import { aLifetime, aPrice, NOW } from './an-order'
import { openStripe } from './open-stripe'

const A_MONTH_LATER = Date.parse('2026-12-21T09:00:00Z')
const TWO_MONTHS_LATER = Date.parse('2027-01-21T09:00:00Z')

describe('a checkout', () => {
  it('is open until it is paid or expires', async () => {
    const { begin, payments, play } = await openStripe()
    const reference = await begin()
    expect(await payments.readPurchase(reference)).toEqual({ status: 'OPEN' })
    play.timeOut(reference.sessionId)
    expect(await payments.readPurchase(reference)).toEqual({ status: 'EXPIRED' })
  })

  it('of another account is over', async () => {
    const { payments } = await openStripe()
    const reference = { purchaseId: 'pur_1', sessionId: 'cs_test_foreign', externalId: null }
    expect(await payments.readPurchase(reference)).toEqual({ status: 'EXPIRED' })
  })

  it.each(['sub_foreign', 'pi_foreign'])('whose purchase can no longer be charged: %s', async (externalId) => {
    const { payments } = await openStripe()
    const reference = { purchaseId: 'pur_1', sessionId: 'cs_test_foreign', externalId }
    expect(await payments.readPurchase(reference)).toEqual({ status: 'EXPIRED' })
    await payments.cancel(externalId)
  })

  it('with a slow payment method is open until it is paid', async () => {
    const { begin, payments, play } = await openStripe()
    const reference = await begin({ price: aLifetime() })
    play.pay(reference.sessionId, 'later')
    expect(await payments.readPurchase(reference)).toEqual({ status: 'OPEN' })
    play.arrive(reference.sessionId, true)
    expect(await payments.readPurchase(reference)).toMatchObject({ status: 'PAID', billing: { status: 'ACTIVE' } })
  })

  it('with a failed slow payment is over', async () => {
    const { begin, payments, play } = await openStripe()
    const reference = await begin({ price: aLifetime() })
    play.pay(reference.sessionId, 'later')
    play.arrive(reference.sessionId, false)
    expect(await payments.readPurchase(reference)).toEqual({ status: 'EXPIRED' })
  })
})

describe('a subscription', () => {
  it('has its payment times and amounts', async () => {
    const { begin, payments, play } = await openStripe()
    const reference = await begin()
    play.pay(reference.sessionId)
    const billing = {
      status: 'ACTIVE',
      priceId: 'prc_pro-monthly',
      paymentStatus: 'PAID',
      amountMinor: 1000,
      currency: 'usd',
      lastBilledAt: NOW,
      nextBillingAt: A_MONTH_LATER,
      cancelAt: null,
    }
    const state = await payments.readPurchase(reference)
    expect(state).toEqual({ status: 'PAID', externalId: expect.stringMatching(/^sub_/u), billing })
    const externalId = state.status === 'PAID' ? state.externalId : null
    expect(await payments.readPurchase({ ...reference, externalId })).toEqual(state)
  })

  it('has its regular amount: less with a lasting coupon, full after a first-payment coupon', async () => {
    const { buy, billing, memory } = await openStripe()
    const once = await buy({ coupon: { id: 'HALF', percentOff: 50, duration: 'once' } })
    const forever = await buy({ purchaseId: 'pur_2', coupon: { id: 'HALF', percentOff: 50, duration: 'forever' } })
    expect((await billing(once)).amountMinor).toBe(1000)
    expect((await billing(forever)).amountMinor).toBe(500)
    expect(memory.all('charge').map(({ amount }) => amount)).toEqual([500, 500])
  })

  it('in a trial was not billed yet', async () => {
    const { buy, billing, play } = await openStripe()
    const reference = await buy({ price: aPrice({ trialDays: 7 }) })
    const trialEnd = NOW + 7 * 86_400_000
    expect(await billing(reference)).toMatchObject({ status: 'TRIALING', lastBilledAt: null, nextBillingAt: trialEnd })
    play.endTrial(reference.externalId)
    expect(await billing(reference)).toMatchObject({ status: 'ACTIVE', paymentStatus: 'PAID', lastBilledAt: NOW })
  })

  it('changes with each renewal', async () => {
    const { buy, billing, play } = await openStripe()
    const reference = await buy()
    play.renew(reference.externalId)
    expect(await billing(reference)).toMatchObject({ status: 'ACTIVE', nextBillingAt: TWO_MONTHS_LATER })
  })

  it('with a failed payment requires one', async () => {
    const { buy, billing, play } = await openStripe()
    const reference = await buy()
    play.renew(reference.externalId, false)
    expect(await billing(reference)).toMatchObject({ status: 'REQUIRES_PAYMENT', paymentStatus: 'FAILED' })
    play.payOpen(reference.externalId)
    expect(await billing(reference)).toMatchObject({ status: 'ACTIVE', paymentStatus: 'PAID' })
  })

  it('with a bank that requires the customer reports it', async () => {
    const { buy, billing, play } = await openStripe()
    const reference = await buy()
    play.renew(reference.externalId, 'authentication')
    expect((await billing(reference)).status).toBe('REQUIRES_AUTHENTICATION')
  })

  it.each([
    ['unpaid', 'REQUIRES_PAYMENT'],
    ['paused', 'REQUIRES_PAYMENT'],
    ['incomplete', 'REQUIRES_PAYMENT'],
    ['incomplete_expired', 'CANCELED'],
  ] as const)('that is %s at Stripe is %s', async (theirs, ours) => {
    const { buy, billing, memory } = await openStripe()
    const reference = await buy()
    memory.find('subscription', reference.externalId).status = theirs
    expect((await billing(reference)).status).toBe(ours)
  })

  it('that ends with its period is active until then, without a next payment', async () => {
    const { buy, billing, play } = await openStripe()
    const reference = await buy()
    play.cancelAtPeriodEnd(reference.externalId)
    expect(await billing(reference)).toMatchObject({ status: 'ACTIVE', nextBillingAt: null, cancelAt: A_MONTH_LATER })
    play.renew(reference.externalId)
    expect(await billing(reference)).toMatchObject({ status: 'CANCELED', nextBillingAt: null, cancelAt: NOW })
  })

  it('with a price that the owner created at Stripe has the bought price', async () => {
    const { buy, billing, memory } = await openStripe()
    const reference = await buy()
    const [item] = memory.find('subscription', reference.externalId).items.data
    item!.price = { ...item!.price, lookup_key: null, metadata: {}, unit_amount: 700 }
    expect(await billing(reference)).toMatchObject({ priceId: 'prc_pro-monthly', amountMinor: 700 })
  })
})

describe('a one-time payment', () => {
  it('is active until it is refunded', async () => {
    const { buy, billing, play } = await openStripe()
    const reference = await buy({ price: aLifetime() })
    expect(await billing(reference)).toEqual({
      status: 'ACTIVE',
      priceId: 'prc_pro-lifetime',
      paymentStatus: 'PAID',
      amountMinor: 25_000,
      currency: 'usd',
      lastBilledAt: NOW,
      nextBillingAt: null,
      cancelAt: null,
    })
    play.refund(reference.externalId)
    expect(await billing(reference)).toMatchObject({ status: 'CANCELED', paymentStatus: 'REFUNDED' })
  })

  it('is active with a 100 % coupon, which has no payment at Stripe', async () => {
    const { buy, billing } = await openStripe()
    const reference = await buy({ price: aLifetime(), coupon: { id: 'GIFT', percentOff: 100, duration: 'once' } })
    expect(reference.externalId).toBe(reference.sessionId)
    expect(await billing(reference)).toMatchObject({ status: 'ACTIVE', priceId: 'prc_pro-lifetime', amountMinor: 0 })
  })
})
