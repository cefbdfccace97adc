import type { Stripe } from 'stripe'
import { fromStripeAmount, toStripeAmount } from './stripe-amount'
import { isStripeError } from './stripe-errors'
import { PAYMENT_PARTS } from './payment-billing'

/**
 * Gives back a part of a payment, at most what is left of it. Stripe forgets a key after some time, so that the refund
 * itself carries it, too.
 * @returns what was given back, in minor units
 */
export async function refundPart(
  stripe: Stripe,
  externalId: string,
  amountMinor: number,
  key: string,
): Promise<number> {
  if (!externalId.startsWith('pi_')) return 0
  const payment = await stripe.paymentIntents.retrieve(externalId, { expand: PAYMENT_PARTS })
  const { currency } = payment
  const known = await findRefund(stripe, externalId, key)
  if (known) return fromStripeAmount(known.amount, currency)
  const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null
  const left = charge ? charge.amount - charge.amount_refunded : 0
  const amount = Math.min(toStripeAmount(amountMinor, currency), left)
  if (amount <= 0) return 0
  const params = { payment_intent: externalId, amount, metadata: { refundKey: key } }
  try {
    await stripe.refunds.create(params, { idempotencyKey: `refund:${key}` })
  } catch (error) {
    if (!isStripeError(error) || !NOTHING_LEFT.has(error.code ?? '')) throw error
    return 0
  }
  return fromStripeAmount(amount, currency)
}

/** Somebody was faster: the owner at Stripe, or the bank. */
const NOTHING_LEFT: ReadonlySet<string> = new Set(['charge_already_refunded', 'charge_disputed'])

async function findRefund(stripe: Stripe, payment: string, key: string): Promise<Stripe.Refund | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: payment, limit: 100 }))
    if (refund.metadata?.['refundKey'] === key && !FAILED.has(refund.status ?? '')) return refund
  return null
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled'])
