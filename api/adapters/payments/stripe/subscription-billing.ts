import type { Stripe } from 'stripe'
import type { Billing } from '../../../ports/payments'
import { fromStripeAmount } from './stripe-amount'

/** What a subscription is read with: Stripe leaves these out unless they are asked for. */
export const SUBSCRIPTION_PARTS = ['latest_invoice.payments', 'discounts.source.coupon']

const STATUSES: Readonly<Record<string, Billing['status']>> = {
  active: 'ACTIVE',
  trialing: 'TRIALING',
  past_due: 'REQUIRES_PAYMENT',
  unpaid: 'REQUIRES_PAYMENT',
  incomplete: 'REQUIRES_PAYMENT',
  paused: 'REQUIRES_PAYMENT',
  canceled: 'CANCELED',
  incomplete_expired: 'CANCELED',
}

/**
 * A subscription as billing.
 * @param payment of its latest invoice; null where there is none, or nothing depends on it
 */
export function subscriptionBilling(subscription: Stripe.Subscription, payment: Stripe.PaymentIntent | null): Billing {
  const [item] = subscription.items.data
  if (!item) throw new Error('A subscription at Stripe has no item.')
  const invoice = latestInvoice(subscription)
  const status = statusOf(subscription, payment)
  const currency = item.price.currency
  return {
    status,
    priceId: item.price.metadata['priceId'] ?? ownPriceOf(item.price.lookup_key) ?? orderedPriceOf(subscription),
    paymentStatus: paymentStatusOf(invoice, payment),
    amountMinor: fromStripeAmount(regularAmount(subscription, item), currency),
    currency,
    lastBilledAt: lastBilledAt(invoice),
    nextBillingAt: nextBillingAt(subscription, item, status),
    cancelAt: toTime(subscription.ended_at ?? subscription.cancel_at ?? periodEndOf(subscription, item)),
  }
}

/** The invoice, where it was asked for. */
export function latestInvoice({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null {
  return typeof invoice === 'object' ? invoice : null
}

function statusOf({ status }: Stripe.Subscription, payment: Stripe.PaymentIntent | null): Billing['status'] {
  const known = STATUSES[status] ?? 'REQUIRES_PAYMENT'
  return known === 'REQUIRES_PAYMENT' && payment?.status === 'requires_action' ? 'REQUIRES_AUTHENTICATION' : known
}

function paymentStatusOf(
  invoice: Stripe.Invoice | null,
  payment: Stripe.PaymentIntent | null,
): Billing['paymentStatus'] {
  const charge = payment?.latest_charge
  if (typeof charge === 'object' && charge?.refunded) return 'REFUNDED'
  if (invoice?.status === 'paid') return 'PAID'
  const isWaiting = !invoice || invoice.status === 'draft' || !invoice.attempted || payment?.status === 'processing'
  return isWaiting ? 'PENDING' : 'FAILED'
}

/** Our prices name themselves; one that the owner made at Stripe counts as the one that was bought. */
const ownPriceOf = (lookup: string | null): string | undefined =>
  lookup?.split(':').find((part) => part.startsWith('prc_'))

function orderedPriceOf({ metadata, id }: Stripe.Subscription): string {
  const priceId = metadata['priceId']
  if (priceId === undefined) throw new Error(`The subscription ${id} at Stripe is for no price of ours.`)
  return priceId
}

/** What every payment takes: coupons that last are taken off, others are not. */
function regularAmount({ discounts }: Stripe.Subscription, { price, quantity = 1 }: Stripe.SubscriptionItem): number {
  const full = (price.unit_amount ?? 0) * quantity
  const percents = discounts.flatMap((discount) => {
    const coupon = typeof discount === 'string' ? null : discount.source.coupon
    return coupon !== null && typeof coupon === 'object' && coupon.duration === 'forever'
      ? [coupon.percent_off ?? 0]
      : []
  })
  return Math.round(percents.reduce((amount, percent) => amount * (1 - percent / 100), full))
}

/** The invoice of a trial's beginning bills nothing. */
function lastBilledAt(invoice: Stripe.Invoice | null): number | null {
  if (!invoice || invoice.total === 0) return null
  return toTime(invoice.status_transitions.paid_at ?? invoice.effective_at ?? invoice.created)
}

function nextBillingAt(
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  status: Billing['status'],
): number | null {
  if (status === 'CANCELED') return null
  const retry = status === 'ACTIVE' || status === 'TRIALING' ? null : latestInvoice(subscription)?.next_payment_attempt
  if (retry) return toTime(retry)
  const end = subscription.cancel_at ?? periodEndOf(subscription, item)
  return end !== null && end <= item.current_period_end ? null : toTime(item.current_period_end)
}

const periodEndOf = (subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): number | null =>
  subscription.cancel_at_period_end ? item.current_period_end : null

const toTime = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000)
