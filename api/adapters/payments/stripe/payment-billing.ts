import type { Stripe } from 'stripe'
import type { Billing, Reversal } from '../../../ports/payments'
import { fromStripeAmount } from './stripe-amount'

/** What a payment is read with. */
export const PAYMENT_PARTS = ['latest_charge']

/** Something that was paid for once, and held until it is given back as a whole, or the bank takes it back. */
export function paymentBilling(payment: Stripe.PaymentIntent, { isDisputed }: Pick<Reversal, 'isDisputed'>): Billing {
  const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null
  const isRefunded = charge?.refunded === true
  return {
    status: isRefunded || isDisputed ? 'CANCELED' : 'ACTIVE',
    priceId: priceOf(payment),
    paymentStatus: isRefunded ? 'REFUNDED' : 'PAID',
    amountMinor: fromStripeAmount(payment.amount_received, payment.currency),
    currency: payment.currency,
    lastBilledAt: (charge?.created ?? payment.created) * 1000,
    nextBillingAt: null,
    cancelAt: null,
  }
}

/** Something whose price a coupon took off entirely: Stripe makes no payment of it. */
export function giftBilling(session: Stripe.Checkout.Session): Billing {
  return {
    status: 'ACTIVE',
    priceId: priceOf(session),
    paymentStatus: 'PAID',
    amountMinor: 0,
    currency: session.currency ?? 'usd',
    lastBilledAt: session.created * 1000,
    nextBillingAt: null,
    cancelAt: null,
  }
}

function priceOf({ id, metadata }: { id: string; metadata: Stripe.Metadata | null }): string {
  const priceId = metadata?.['priceId']
  if (priceId === undefined) throw new Error(`${id} at Stripe is for no price of ours.`)
  return priceId
}
