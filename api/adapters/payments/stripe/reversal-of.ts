import type { Stripe } from 'stripe'
import type { Reversal } from '../../../ports/payments'
import { fromStripeAmount } from './stripe-amount'

/** What came back of a payment: refunds, whoever made them, and disputes that are open or lost. */
export async function reversalOf(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<Reversal> {
  const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null
  return {
    refundedMinor: fromStripeAmount(charge?.amount_refunded ?? 0, payment.currency),
    isDisputed: charge?.disputed === true && (await hasDispute(stripe, payment.id)),
  }
}

/** An early warning takes nothing back, and who wins keeps the money. */
const HARMLESS: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
  'won',
])

async function hasDispute(stripe: Stripe, payment: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: payment, limit: 100 })
  return data.some(({ status }) => !HARMLESS.has(status))
}
