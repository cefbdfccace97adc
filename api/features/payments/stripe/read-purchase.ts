import type { Stripe } from 'stripe'
import type { Billing, PurchaseReference, PurchaseState, Reversal } from '../provider'
import { fromStripeAmount, idOf, isMissing } from './client'

/** Parts that Stripe leaves out unless they are asked for. */
const SUBSCRIPTION_PARTS = ['latest_invoice.payments', 'discounts.source.coupon']
export const PAYMENT_PARTS = ['latest_charge']
const SESSION_PARTS = [
  ...SUBSCRIPTION_PARTS.map((part) => `subscription.${part}`),
  ...PAYMENT_PARTS.map((part) => `payment_intent.${part}`),
]

/**
 * What Stripe says of a purchase now: of the checkout, and once it was paid of what was bought. What Stripe does not know
 * was begun in another account: nobody can pay it, or anything more for it, into this one.
 */
export async function readPurchase(stripe: Stripe, reference: PurchaseReference): Promise<PurchaseState> {
  try {
    return await look(stripe, reference)
  } catch (error) {
    if (isMissing(error)) return { status: 'EXPIRED' }
    throw error
  }
}

async function look(stripe: Stripe, { sessionId, externalId }: PurchaseReference): Promise<PurchaseState> {
  if (externalId?.startsWith('sub_')) return subscriptionState(stripe, await findSubscription(stripe, externalId))
  if (externalId?.startsWith('pi_')) return paymentState(stripe, await findPayment(stripe, externalId))
  return sessionState(stripe, await findSession(stripe, sessionId))
}

async function sessionState(stripe: Stripe, session: Stripe.Checkout.Session): Promise<PurchaseState> {
  if (session.status === 'expired') return { status: 'EXPIRED' }
  if (session.status !== 'complete') return { status: 'OPEN' }
  const { subscription, payment_intent: payment, mode } = session
  if (isObject(subscription)) return subscriptionState(stripe, subscription)
  if (isObject(payment)) return paymentState(stripe, payment)
  const isGift = mode === 'payment' && session.payment_status === 'no_payment_required'
  return isGift ? { status: 'PAID', externalId: session.id, billing: giftBilling(session) } : { status: 'OPEN' }
}

async function subscriptionState(stripe: Stripe, subscription: Stripe.Subscription): Promise<PurchaseState> {
  const isSettled = subscription.status === 'active' || subscription.status === 'trialing'
  const payment = isSettled ? null : await invoicePayment(stripe, subscription)
  return { status: 'PAID', externalId: subscription.id, billing: subscriptionBilling(subscription, payment) }
}

/** Some ways to pay take days: until then nothing is paid, and when they fail there is no second try. */
async function paymentState(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<PurchaseState> {
  if (payment.status === 'succeeded') {
    const reversal = await reversalOf(stripe, payment)
    return { status: 'PAID', externalId: payment.id, billing: paymentBilling(payment, reversal), reversal }
  }
  return { status: payment.status === 'processing' ? 'OPEN' : 'EXPIRED' }
}

/** How the latest invoice was paid, or was to be. */
async function invoicePayment(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.PaymentIntent | null> {
  const payments = latestInvoice(subscription)?.payments?.data ?? []
  const intent = (payments.find(({ is_default: isDefault }) => isDefault) ?? payments[0])?.payment.payment_intent
  if (!intent) return null
  return findPayment(stripe, idOf(intent))
}

const findSession = (stripe: Stripe, id: string) => stripe.checkout.sessions.retrieve(id, { expand: SESSION_PARTS })

const findSubscription = (stripe: Stripe, id: string) =>
  stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS })

const findPayment = (stripe: Stripe, id: string) => stripe.paymentIntents.retrieve(id, { expand: PAYMENT_PARTS })

const isObject = <T extends object>(value: string | T | null): value is T => typeof value === 'object' && value !== null

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
