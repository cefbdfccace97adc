import { describe, expect, it } from 'vitest'
import { aLifetime } from './an-order'
import { openStripe } from './open-stripe'

/** A payment of $250 that was made once. */
async function openPaid() {
  const stripe = await openStripe()
  const reference = await stripe.buy({ price: aLifetime() })
  const reversal = async () => {
    const state = await stripe.payments.readPurchase(reference)
    return state.status === 'PAID' ? [state.billing.status, state.reversal] : state
  }
  const refunds = () => stripe.writes().filter((call) => call === 'POST /v1/refunds').length
  return { ...stripe, id: reference.externalId, reversal, refunds }
}

describe('a part of a payment', () => {
  it('is given back, and the rest is held on', async () => {
    const { payments, id, reversal } = await openPaid()
    expect(await payments.refundPart(id, 1_000, 'pur_1:1')).toBe(1_000)
    expect(await payments.refundPart(id, 500, 'pur_1:2')).toBe(500)
    expect(await reversal()).toEqual(['ACTIVE', { refundedMinor: 1_500, isDisputed: false }])
  })

  it('is given back once for one key, also when Stripe has forgotten that key', async () => {
    const { payments, id, reversal, refunds } = await openPaid()
    await payments.refundPart(id, 1_000, 'pur_1:1')
    // The refund is found by what it carries: no second call is made that a key would have to guard.
    expect(await payments.refundPart(id, 1_000, 'pur_1:1')).toBe(1_000)
    expect(refunds()).toBe(1)
    expect(await reversal()).toEqual(['ACTIVE', { refundedMinor: 1_000, isDisputed: false }])
  })

  it('is given back once when the answer was lost', async () => {
    const { payments, id, reversal, failWith } = await openPaid()
    let lost = 0
    failWith(({ method, path }) => (method === 'POST' && path === '/v1/refunds' && lost++ === 0 ? 'lost answer' : null))
    expect(await payments.refundPart(id, 1_000, 'pur_1:1')).toBe(1_000)
    expect(lost).toBeGreaterThan(0)
    expect(await reversal()).toEqual(['ACTIVE', { refundedMinor: 1_000, isDisputed: false }])
  })

  it('is never more than what is left', async () => {
    const { payments, id, reversal, play } = await openPaid()
    play.refund(id, 24_000)
    expect(await payments.refundPart(id, 5_000, 'pur_1:1')).toBe(1_000)
    expect(await payments.refundPart(id, 5_000, 'pur_1:2')).toBe(0)
    expect(await reversal()).toEqual(['CANCELED', { refundedMinor: 25_000, isDisputed: false }])
  })

  it('of a payment that the bank has taken back is nothing', async () => {
    const { payments, id, play } = await openPaid()
    play.dispute(id, 'needs_response')
    expect(await payments.refundPart(id, 1_000, 'pur_1:1')).toBe(0)
  })
})

describe('a dispute', () => {
  it.each([
    ['warning_needs_response', 'ACTIVE', false],
    ['needs_response', 'CANCELED', true],
    ['under_review', 'CANCELED', true],
    ['lost', 'CANCELED', true],
    ['won', 'ACTIVE', false],
  ] as const)('that stands at %s leaves the payment %s', async (status, held, isDisputed) => {
    const { id, reversal, play } = await openPaid()
    play.dispute(id, status)
    expect(await reversal()).toEqual([held, { refundedMinor: 0, isDisputed }])
  })

  it('costs no look where there is none', async () => {
    const { reversal, calls } = await openPaid()
    await reversal()
    expect(calls.filter(({ path }) => path.startsWith('/v1/disputes'))).toEqual([])
  })
})
