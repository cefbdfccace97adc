import { describe, expect, it } from 'vitest'
import { aLifetime, aPrice, NOW } from './an-order'
import { openStripe } from './open-stripe'

describe('a checkout at Stripe', () => {
  it('names customer, price, URLs and its end, and puts the purchase into all metadata', async () => {
    const { begin, memory, customerId, calls } = await openStripe()
    const { sessionId } = await begin({ metadata: { campaign: 'spring' } })
    const session = memory.find('checkout.session', sessionId)
    const price = memory.find('price', session._order.price)
    const metadata = {
      campaign: 'spring',
      purchaseId: 'pur_1',
      appId: 'app_demo',
      planId: 'pln_pro',
      priceId: 'prc_pro-monthly',
    }
    expect(session).toMatchObject({
      mode: 'subscription',
      customer: customerId,
      client_reference_id: 'pur_1',
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/pricing',
      expires_at: (NOW + 32 * 60_000) / 1000,
      metadata,
      _order: { metadata, trialDays: 0, coupon: null },
    })
    expect(price).toMatchObject({
      unit_amount: 1000,
      currency: 'usd',
      recurring: { interval: 'month', interval_count: 1 },
    })
    expect(new Set(calls.map(({ version }) => version))).toEqual(new Set(['2026-10-28.endive']))
  })

  it('is a payment for a one-time price', async () => {
    const { begin, memory } = await openStripe()
    const { sessionId } = await begin({ price: aLifetime() })
    const session = memory.find('checkout.session', sessionId)
    expect(session.mode).toBe('payment')
    expect(session._order.metadata['purchaseId']).toBe('pur_1')
    expect(memory.find('price', session._order.price).recurring).toBeNull()
  })

  it('requests a trial if the price has one', async () => {
    const { begin, memory } = await openStripe()
    const { sessionId } = await begin({ price: aPrice({ trialDays: 14 }) })
    expect(memory.find('checkout.session', sessionId)._order.trialDays).toBe(14)
  })

  it('does not let callers name another purchase, and omits what Stripe would refuse', async () => {
    const { begin, memory } = await openStripe()
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key-${index}`, 'x'.repeat(600)]))
    const { sessionId } = await begin({
      metadata: { purchaseId: 'pur_other', priceId: 'prc_other', 'a[b]': 'x', ['k'.repeat(41)]: 'x', ...many },
    })
    const { metadata } = memory.find('checkout.session', sessionId)
    expect(metadata).toMatchObject({ purchaseId: 'pur_1', priceId: 'prc_pro-monthly', 'key-0': 'x'.repeat(500) })
    expect(Object.keys(metadata)).toHaveLength(50)
    expect(Object.keys(metadata).filter((key) => key.includes('[') || key.length > 40)).toEqual([])
  })

  it('is created once, however often it is requested', async () => {
    const { begin, memory } = await openStripe()
    const [first, second] = [await begin(), await begin()]
    expect(second.sessionId).toBe(first.sessionId)
    expect(memory.all('checkout.session')).toHaveLength(1)
  })

  it('is created once if the first response was lost', async () => {
    const { begin, memory, failWith } = await openStripe()
    let lost = false
    failWith(({ method, path }) => {
      if (lost || `${method} ${path}` !== 'POST /v1/checkout/sessions') return null
      lost = true
      return 'lost answer'
    })
    const { sessionId } = await begin()
    expect(lost).toBe(true)
    expect(memory.all('checkout.session').map(({ id }) => id)).toEqual([sessionId])
  })

  it('ends on request, also repeatedly, and stays paid if it was', async () => {
    const { begin, payments, play, memory } = await openStripe()
    const open = await begin({ purchaseId: 'pur_open' })
    await payments.expireCheckout(open.sessionId)
    await payments.expireCheckout(open.sessionId)
    expect(memory.find('checkout.session', open.sessionId).status).toBe('expired')

    const paid = await begin({ purchaseId: 'pur_paid' })
    play.pay(paid.sessionId)
    await payments.expireCheckout(paid.sessionId)
    expect(memory.find('checkout.session', paid.sessionId).status).toBe('complete')
    await expect(payments.expireCheckout('cs_test_of_another_account')).resolves.toBeUndefined()
  })
})

describe('a customer at Stripe', () => {
  it('is created once per member, even if their email address changes between two tries', async () => {
    const { payments, customerId, memory } = await openStripe()
    expect(await payments.createCustomer({ id: 'mem_ann', email: 'ann@example.com' })).toBe(customerId)
    expect(memory.find('customer', customerId)).toMatchObject({
      email: 'ann@example.com',
      metadata: { memberId: 'mem_ann' },
    })
    const moved = { id: 'mem_ann', email: 'ann@elsewhere.example' }
    expect(await payments.createCustomer(moved)).toBe(await payments.createCustomer(moved))
  })
})

describe('products, prices and coupons at Stripe', () => {
  it('are created with the first purchase and found again', async () => {
    const { begin, memory } = await openStripe()
    const coupon = { id: 'HALF', percentOff: 50, duration: 'once' } as const
    for (const purchaseId of ['pur_1', 'pur_2', 'pur_3']) await begin({ purchaseId, coupon })
    await begin({
      purchaseId: 'pur_4',
      price: aPrice({ id: 'prc_pro-yearly', interval: { type: 'YEARLY', count: 1 } }),
    })
    expect(memory.all('product').map(({ id, name }) => [id, name])).toEqual([['app_demo_pln_pro', 'Pro']])
    expect(memory.all('price').map(({ lookup_key: key }) => key)).toEqual([
      'app_demo:prc_pro-monthly:1000:usd:1-MONTHLY',
      'app_demo:prc_pro-yearly:1000:usd:1-YEARLY',
    ])
    expect(memory.all('coupon').map(({ id, percent_off: off, duration }) => [id, off, duration])).toEqual([
      ['app_demo_HALF_50_once', 50, 'once'],
    ])
  })

  it('are replaced when the owner changes them, so that members pay the shown amount', async () => {
    const { begin, memory } = await openStripe()
    await begin()
    const { sessionId } = await begin({ purchaseId: 'pur_2', price: aPrice({ amountMinor: 1200 }) })
    expect(memory.find('price', memory.find('checkout.session', sessionId)._order.price).unit_amount).toBe(1200)
  })

  it('are created once by two parallel purchases', async () => {
    const { begin, memory } = await openStripe()
    const coupon = { id: 'HALF', percentOff: 50, duration: 'forever' } as const
    await Promise.all(['pur_1', 'pur_2', 'pur_3'].map((purchaseId) => begin({ purchaseId, coupon })))
    expect([memory.all('product'), memory.all('price'), memory.all('coupon')].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ])
  })

  it('are unavailable when the owner archived or ended them at Stripe', async () => {
    const { begin, memory } = await openStripe()
    const coupon = { id: 'HALF', percentOff: 50, duration: 'once' } as const
    await begin({ coupon })
    memory.all('coupon').forEach((one) => (one.valid = false))
    await expect(begin({ purchaseId: 'pur_2', coupon })).rejects.toMatchObject({ code: 'coupon-not-found' })
    memory.all('price').forEach((one) => (one.active = false))
    await expect(begin({ purchaseId: 'pur_3' })).rejects.toMatchObject({ code: 'price-no-longer-available' })
  })

  it('keep their amount where Stripe uses other units', async () => {
    const { begin, buy, billing, memory } = await openStripe()
    const price = (currency: string) => aPrice({ id: `prc_${currency}`, currency, amountMinor: 4990 })
    for (const [currency, amount] of [
      ['jpy', 4990],
      ['huf', 499_000],
      ['isk', 499_000],
      ['eur', 4990],
      ['kwd', 4990],
    ] as const) {
      const { sessionId } = await begin({ purchaseId: `pur_${currency}`, price: price(currency) })
      expect([currency, memory.find('checkout.session', sessionId).amount_total]).toEqual([currency, amount])
    }
    expect((await billing(await buy({ purchaseId: 'pur_back', price: price('huf') }))).amountMinor).toBe(4990)
  })
})
