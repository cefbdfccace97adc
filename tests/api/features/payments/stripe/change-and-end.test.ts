import { describe, expect, it } from 'vitest'
import { aLifetime, aPrice } from './an-order'
import { openStripe } from './open-stripe'

const yearly = aPrice({
  id: 'prc_pro-yearly',
  name: 'Yearly',
  amountMinor: 10_000,
  interval: { type: 'YEARLY', count: 1 },
})

describe('a change of price', () => {
  it('charges the difference at once, and once for repeated calls', async () => {
    const { buy, billing, payments, memory } = await openStripe()
    const reference = await buy()
    for (const _ of [1, 2]) await payments.changePrice(reference.externalId, yearly, 'change-1')
    expect(await billing(reference)).toMatchObject({ priceId: 'prc_pro-yearly', amountMinor: 10_000, status: 'ACTIVE' })
    expect(memory.all('charge').map(({ amount }) => amount)).toEqual([1000, 9000])
  })

  it('undoes a planned cancellation', async () => {
    const { buy, billing, payments, play } = await openStripe()
    const reference = await buy()
    play.cancelAtPeriodEnd(reference.externalId)
    await payments.changePrice(reference.externalId, yearly, 'change-1')
    expect((await billing(reference)).cancelAt).toBeNull()
  })

  it('that the bank refuses changes nothing and can be repeated with the same key', async () => {
    const { buy, billing, payments, memory, customerId } = await openStripe()
    const reference = await buy()
    memory.broke.add(customerId)
    const change = () => payments.changePrice(reference.externalId, yearly, 'change-1')
    await expect(change()).rejects.toMatchObject({ code: 'payment-declined' })
    expect(await billing(reference)).toMatchObject({ priceId: 'prc_pro-monthly', status: 'ACTIVE' })
    memory.broke.delete(customerId)
    await change()
    expect((await billing(reference)).priceId).toBe('prc_pro-yearly')
  })
})

describe('a cancellation', () => {
  it('ends a subscription at once and can be repeated', async () => {
    const { buy, billing, payments } = await openStripe()
    const reference = await buy()
    for (const _ of [1, 2]) await payments.cancel(reference.externalId)
    expect((await billing(reference)).status).toBe('CANCELED')
  })

  it('does not change a one-time payment', async () => {
    const { buy, billing, payments, writes } = await openStripe()
    const reference = await buy({ price: aLifetime() })
    const before = writes()
    await payments.cancel(reference.externalId)
    expect(writes()).toEqual(before)
    expect((await billing(reference)).status).toBe('ACTIVE')
  })
})

describe('a refund', () => {
  it('ends a subscription and refunds all its payments, once', async () => {
    const { buy, billing, payments, play, memory } = await openStripe()
    const reference = await buy()
    play.renew(reference.externalId)
    for (const _ of [1, 2]) await payments.refund(reference.externalId)
    expect(await billing(reference)).toMatchObject({ status: 'CANCELED', paymentStatus: 'REFUNDED' })
    expect(memory.all('refund').map(({ amount }) => amount)).toEqual([1000, 1000])
  })

  it('refunds a one-time payment, also after the owner did', async () => {
    const { buy, billing, payments, play, memory } = await openStripe()
    const reference = await buy({ price: aLifetime() })
    play.refund(reference.externalId)
    await payments.refund(reference.externalId)
    expect((await billing(reference)).status).toBe('CANCELED')
    expect(memory.all('refund')).toHaveLength(1)
  })

  it('of a free purchase refunds nothing', async () => {
    const { buy, payments, memory } = await openStripe()
    const gift = await buy({ price: aLifetime(), coupon: { id: 'GIFT', percentOff: 100, duration: 'once' } })
    await payments.refund(gift.externalId)
    expect(memory.all('refund')).toEqual([])
  })
})

describe('the portal', () => {
  const order = { appName: 'Demo', returnUrl: 'https://shop.example/account', configuration: {} }

  it('opens for the customer with the offered prices', async () => {
    const { payments, customerId, memory } = await openStripe()
    const prices = [aPrice(), yearly, aLifetime(), aPrice({ id: 'prc_pro-also-monthly', amountMinor: 900 })]
    const { url } = await payments.createPortal({ ...order, customerId, prices })
    const [session] = memory.all('billing_portal.session')
    expect(session).toMatchObject({ url, customer: customerId, return_url: order.returnUrl })
    const { features } = memory.find('billing_portal.configuration', session!.configuration)
    const offered = memory.all('price').map(({ id, lookup_key: key }) => [id, key?.split(':')[1]])
    expect(offered.map(([, name]) => name)).toEqual(['prc_pro-monthly', 'prc_pro-yearly'])
    expect(features['subscription_update']).toMatchObject({
      enabled: 'true',
      products: { 0: { product: 'app_demo_pln_pro', prices: { 0: offered[0]?.[0], 1: offered[1]?.[0] } } },
    })
    expect(features['subscription_cancel']).toMatchObject({ enabled: 'true', mode: 'at_period_end' })
  })

  it('without prices offers no change and creates one configuration', async () => {
    const { payments, customerId, memory } = await openStripe()
    for (const _ of [1, 2]) await payments.createPortal({ ...order, customerId, prices: [] })
    const configurations = memory.all('billing_portal.configuration')
    expect(configurations.map(({ features }) => features['subscription_update'])).toEqual([{ enabled: 'false' }])
  })

  it('is refused for a customer that Stripe does not know', async () => {
    const { payments } = await openStripe()
    const opening = payments.createPortal({ ...order, customerId: 'cus_gone', prices: [] })
    await expect(opening).rejects.toMatchObject({ code: 'no-purchase-found' })
  })
})
