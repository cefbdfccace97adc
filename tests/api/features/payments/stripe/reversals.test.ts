import { describe, expect, it } from 'vitest'
import { aLifetime } from './an-order'
import { openStripe } from './open-stripe'

/** A one-time payment of $250. */
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

describe('a partial refund', () => {
  it('keeps the rest active', async () => {
    const { payments, id, reversal } = await openPaid()
    expect(await payments.refundPart(id, 1_000, 'pur_1:1')).toBe(1_000)
    expect(await payments.refundPart(id, 500, 'pur_1:2')).toBe(500)
    expect(await reversal()).toEqual(['ACTIVE', { refundedMinor: 1_500, isDisputed: false }])
  })

  it('is made once per key, even after Stripe forgot the key', async () => {
    const { payments, id, reversal, refunds } = await openPaid()
    await payments.refundPart(id, 1_000, 'pur_1:1')
    // The refund is found by its metadata, so no second call needs a key.
    expect(await payments.refundPart(id, 1_000, 'pur_1:1')).toBe(1_000)
    expect(refunds()).toBe(1)
    expect(await reversal()).toEqual(['ACTIVE', { refundedMinor: 1_000, isDisputed: false }])
  })

  it('is made once if the response was lost', async () => {
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

  it('of a disputed payment is zero', async () => {
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
  ] as const)('in status %s leaves the payment %s', async (status, held, isDisputed) => {
    const { id, reversal, play } = await openPaid()
    play.dispute(id, status)
    expect(await reversal()).toEqual([held, { refundedMinor: 0, isDisputed }])
  })

  it('costs no request if there is no dispute', async () => {
    const { reversal, calls } = await openPaid()
    await reversal()
    expect(calls.filter(({ path }) => path.startsWith('/v1/disputes'))).toEqual([])
  })
})
