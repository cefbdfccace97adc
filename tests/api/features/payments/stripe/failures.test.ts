import { describe, expect, it } from 'vitest'
import { openStripe } from './open-stripe'

const error = (type: string, message = 'no') => ({ error: { type, message } })

describe('an unavailable Stripe', () => {
  it.each([
    ['has broken down', { status: 500, body: error('api_error') }],
    ['is overloaded', { status: 503, body: error('api_error') }],
    ['limits our rate', { status: 429, body: error('rate_limit_error') }],
    ['refuses the key', { status: 401, body: error('invalid_request_error') }],
    ['restricts the key', { status: 403, body: error('invalid_request_error') }],
    ['breaks off', 'lost answer'],
  ] as const)('that %s is reported as unavailable', async (_, fault) => {
    const { begin, payments, failWith } = await openStripe()
    const reference = await begin()
    failWith(() => fault)
    await expect(payments.readPurchase(reference)).rejects.toMatchObject({ code: 'payment-provider-unavailable' })
    failWith(() => null)
    expect(await payments.readPurchase(reference)).toEqual({ status: 'OPEN' })
  })

  it('is called again with the same idempotency key', async () => {
    const { payments, calls, failWith } = await openStripe()
    let failures = 0
    failWith(() => ((failures += 1) <= 2 ? { status: 503, body: error('api_error') } : null))
    await payments.createCustomer({ id: 'mem_eve', email: 'eve@example.com' })
    const keys = calls.filter(({ body }) => body.includes('eve')).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toEqual(['customer:mem_eve', 'customer:mem_eve', 'customer:mem_eve'])
  })

  it('does not make us log secrets', async () => {
    const { connect } = await openStripe()
    const secret = 'pk_not_a_secret_key_but_secret'
    const thrown: unknown = await connect(secret)
      .createCustomer({ id: 'mem_eve', email: 'eve@example.com' })
      .catch((reason: unknown) => reason)
    const cause = thrown instanceof Error ? thrown.cause : null
    expect(thrown).toMatchObject({ code: 'payment-provider-unavailable' })
    expect(cause).toBeInstanceOf(Error)
    expect(`${String(thrown)} ${String(cause)} ${cause instanceof Error ? cause.stack : ''}`).not.toContain(secret)
  })
})

describe('every call with changes', () => {
  it('has our idempotency key', async () => {
    const { buy, payments, customerId, calls } = await openStripe()
    const { externalId } = await buy({ coupon: { id: 'HALF', percentOff: 50, duration: 'once' } })
    await payments.createPortal({
      customerId,
      appName: 'Demo',
      returnUrl: 'https://x.example',
      prices: [],
      configuration: {},
    })
    await payments.refund(externalId)
    const keys = calls.filter(({ method }) => method === 'POST').map(({ path, idempotencyKey: key }) => [path, key])
    expect(keys).toEqual([
      ['/v1/customers', 'customer:mem_ann'],
      ['/v1/products', 'product:app_demo_pln_pro:Pro'],
      ['/v1/prices', 'price:app_demo:prc_pro-monthly:1000:usd:1-MONTHLY'],
      ['/v1/coupons', 'coupon:app_demo_HALF_50_once'],
      ['/v1/checkout/sessions', `pur_1:${customerId}`],
      ['/v1/billing_portal/configurations', expect.stringMatching(/^portal:[\da-f]{64}$/u)],
      // Opening a portal changes nothing: each click gets its own page.
      ['/v1/billing_portal/sessions', expect.stringMatching(/^stripe-node-retry-/u)],
      ['/v1/refunds', expect.stringMatching(/^refund:pi_/u)],
    ])
  })
})
