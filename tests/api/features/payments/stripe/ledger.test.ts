import { describe, expect, it } from 'vitest'
import { recordPayments } from '../../../../../api/features/payments/ledger'
import { openStripeShop } from '../../../../support/open-stripe-shop'
import { aLifetime, aPrice, NOW } from './an-order'
import { openStripe } from './open-stripe'

/** Stripe's fee in the fake: 2.9 % and 30 cents. */
const entry = { currency: 'usd', at: NOW, taxMinor: null }

const away = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong.' } } }

async function openPaid() {
  const stripe = await openStripe()
  const reference = await stripe.buy({ price: aLifetime() })
  const entries = () => stripe.payments.listPayments(reference)
  const [charge] = stripe.memory.all('charge')
  if (!charge) throw new Error('There is no charge.')
  return { ...stripe, reference, id: reference.externalId, entries, charge }
}

describe('a one-time payment', () => {
  it('is a charge with its fee', async () => {
    const { entries, charge } = await openPaid()
    expect(await entries()).toEqual([
      { ...entry, kind: 'charge', externalId: charge.id, amountMinor: 25_000, feeMinor: 755 },
    ])
  })

  it('has no fee before Stripe has settled it, or if it was settled in another currency', async () => {
    const { entries, memory } = await openPaid()
    memory.all('balance_transaction')[0]!.currency = 'eur'
    expect(await entries()).toMatchObject([{ kind: 'charge', feeMinor: null }])
  })

  it('has one entry for each refund', async () => {
    const { payments, id, entries } = await openPaid()
    await payments.refundPart(id, 1_000, 'pur_1:1')
    await payments.refundPart(id, 500, 'pur_1:2')
    expect(await entries()).toMatchObject([
      { kind: 'charge', amountMinor: 25_000 },
      { ...entry, kind: 'refund', amountMinor: 1_000, feeMinor: null, externalId: expect.stringMatching(/^re_/u) },
      { ...entry, kind: 'refund', amountMinor: 500, feeMinor: null, externalId: expect.stringMatching(/^re_/u) },
    ])
  })

  it.each([
    ['warning_needs_response', 0],
    ['needs_response', 25_000],
    ['under_review', 25_000],
    ['lost', 25_000],
    ['won', 0],
  ] as const)('with a dispute in status %s has lost %i', async (status, amountMinor) => {
    const { id, entries, play } = await openPaid()
    const { id: externalId } = play.dispute(id, status)
    expect((await entries()).slice(1)).toEqual([{ ...entry, kind: 'dispute', externalId, amountMinor, feeMinor: null }])
  })

  it('that the bank refused is a failed one', async () => {
    const { entries, charge } = await openPaid()
    charge.status = 'failed'
    expect(await entries()).toMatchObject([{ kind: 'failed', externalId: charge.id, amountMinor: 25_000 }])
  })

  it('in a currency without cents is in that currency’s own unit', async () => {
    const stripe = await openStripe()
    const reference = await stripe.buy({ price: { ...aLifetime(), amountMinor: 900, currency: 'jpy' } })
    expect(await stripe.payments.listPayments(reference)).toMatchObject([{ amountMinor: 900, currency: 'jpy' }])
  })
})

describe('a subscription', () => {
  it('has one charge for each paid invoice, with the tax of that invoice', async () => {
    const stripe = await openStripe()
    const reference = await stripe.buy({ price: aPrice() })
    stripe.memory.all('invoice')[0]!.total_taxes = [{ amount: 100 }, { amount: 60 }]
    stripe.play.renew(reference.externalId)
    const [first, second] = stripe.memory.all('charge').map(({ id }) => id)
    const charge = { ...entry, kind: 'charge', amountMinor: 1_000, feeMinor: 59 }
    expect(await stripe.payments.listPayments(reference)).toEqual([
      { ...charge, externalId: first, taxMinor: 160 },
      { ...charge, externalId: second, taxMinor: 0 },
    ])
  })

  it('of another account, or deleted there, has no entries', async () => {
    const { payments } = await openStripe()
    const gone = { purchaseId: 'pur_1', sessionId: 'cs_gone' }
    for (const externalId of ['sub_gone', 'pi_gone', null])
      expect(await payments.listPayments({ ...gone, externalId })).toEqual([])
  })

  it('of an account that does not respond is an error, not an empty list', async () => {
    const { payments, buy, failWith } = await openStripe()
    const reference = await buy()
    failWith(({ path }) => (path.startsWith('/v1/invoices') ? away : null))
    await expect(payments.listPayments(reference)).rejects.toMatchObject({ code: 'payment-provider-unavailable' })
  })
})

describe('the stored ledger', () => {
  async function openSold(priceId?: string) {
    const shop = await openStripeShop()
    shop.play.pay(await shop.begin(priceId))
    await shop.deliver(shop.event('checkout.session.completed'))
    const rows = () =>
      shop.api.store.kysely
        .selectFrom('payments')
        .select(['kind', 'amountMinor', 'taxMinor', 'feeMinor', 'currency', 'provider', 'memberId'])
        .orderBy('at')
        .orderBy('kind')
        .execute()
    const [payment] = shop.memory.all('payment_intent')
    return { ...shop, rows, paymentId: payment?.id ?? '' }
  }

  it('has the payment of a webhook once, however often it is read', async () => {
    const { api, rows, events, deliver, purchases, memberId } = await openSold()
    for (const event of events) await deliver(event)
    const [purchase] = await purchases()
    await recordPayments(api.services, purchase!.id)
    expect(await rows()).toEqual([
      { kind: 'charge', amountMinor: 1000, taxMinor: 0, feeMinor: 59, currency: 'usd', provider: 'stripe', memberId },
    ])
  })

  it('takes a fee that Stripe did not know at first', async () => {
    const { api, rows, memory, purchases } = await openSold()
    const [settled] = memory.all('balance_transaction')
    settled!.fee = 88
    const [purchase] = await purchases()
    await recordPayments(api.services, purchase!.id)
    expect(await rows()).toMatchObject([{ kind: 'charge', feeMinor: 88 }])
  })

  it('counts a dispute while it is open, and no longer when it is won', async () => {
    const { api, rows, play, paymentId, purchases } = await openSold()
    const [purchase] = await purchases()
    play.dispute(paymentId, 'needs_response')
    await recordPayments(api.services, purchase!.id)
    expect(await rows()).toMatchObject([{ kind: 'charge' }, { kind: 'dispute', amountMinor: 1000 }])
    play.dispute(paymentId, 'won')
    await recordPayments(api.services, purchase!.id)
    expect(await rows()).toMatchObject([{ kind: 'charge', amountMinor: 1000 }])
  })

  it('is read again later if Stripe was away', async () => {
    const { api, rows, failWith, play, paymentId, purchases } = await openSold()
    const [purchase] = await purchases()
    play.refund(paymentId)
    failWith(() => away)
    await recordPayments(api.services, purchase!.id)
    expect(await rows()).toMatchObject([{ kind: 'charge' }])
    failWith(() => null)
    await recordPayments(api.services, purchase!.id)
    expect(await rows()).toMatchObject([{ kind: 'charge' }, { kind: 'refund', amountMinor: 1000 }])
  })

  it.each(['prc_pro-monthly', 'prc_pro-lifetime'])('shows a refund of %s that fails days later', async (price) => {
    const { api, rows, paymentId, play, deliver, event, connections, purchases } = await openSold(price)
    const refund = play.refund(paymentId)
    await deliver(event('charge.refunded'))
    expect(await rows()).toMatchObject([{ kind: 'charge' }, { kind: 'refund' }])
    play.failRefund(refund.id)
    for (const type of ['charge.refund.updated', 'refund.updated', 'refund.failed']) await deliver(event(type))
    const [charge, failed] = await rows()
    expect([charge?.kind, failed?.kind]).toEqual(['charge', 'refund-failed'])
    // A one-time purchase that was paid back had ended.
    expect(await connections()).toMatchObject([{ status: 'ACTIVE' }])
    const log = api.store.kysely.selectFrom('auditLog').select(['actor', 'subject', 'detail'])
    const acts = await log.where('act', '=', 'payment.refund.fail').execute()
    const [purchase] = await purchases()
    expect(acts).toMatchObject([{ actor: 'payment provider', subject: purchase!.id }])
    expect(JSON.parse(acts[0]!.detail)).toMatchObject({ refund: refund.id, amount: String(charge?.amountMinor) })
  })
})
