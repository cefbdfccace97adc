import type { Stripe } from 'stripe'
import type { Billing, LedgerEntry, PurchaseReference, PurchaseState, Reversal } from '../provider'
import { fromStripeAmount, idOf, isMissing } from './client'

/** Stripe includes these parts only on request. */
const SUBSCRIPTION_PARTS = ['latest_invoice.payments', 'discounts.source.coupon']
export const PAYMENT_PARTS = ['latest_charge.refunds']
const SESSION_PARTS = [
  ...SUBSCRIPTION_PARTS.map((part) => `subscription.${part}`),
  ...PAYMENT_PARTS.map((part) => `payment_intent.${part}`),
]

/** Reads the checkout, or once paid, the subscription or payment. One of another account is unknown: never payable. */
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

/** Some payment methods take days. Until then nothing is paid, and a failure is final. */
async function paymentState(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<PurchaseState> {
  if (payment.status === 'succeeded') {
    const reversal = await reversalOf(stripe, payment)
    return { status: 'PAID', externalId: payment.id, billing: paymentBilling(payment, reversal), reversal }
  }
  return { status: payment.status === 'processing' ? 'OPEN' : 'EXPIRED' }
}

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

/** @param payment of its latest invoice; null without one, or if the status does not depend on it */
function subscriptionBilling(subscription: Stripe.Subscription, payment: Stripe.PaymentIntent | null): Billing {
  const [item] = subscription.items.data
  if (!item) throw new Error('A Stripe subscription has no item.')
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

function latestInvoice({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null {
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

/** Our prices have their id in the lookup key; a price that the owner created at Stripe has none. */
const ownPriceOf = (lookup: string | null): string | undefined =>
  lookup?.split(':').find((part) => part.startsWith('prc_'))

function orderedPriceOf({ metadata, id }: Stripe.Subscription): string {
  const priceId = metadata['priceId']
  if (priceId === undefined) throw new Error(`The Stripe subscription ${id} has a price that is not from this app.`)
  return priceId
}

/** The regular payment. Only coupons with duration `forever` reduce it. */
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

/** The first invoice of a trial is zero. */
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

/** A one-time payment is active until it is fully refunded or disputed. */
function paymentBilling(payment: Stripe.PaymentIntent, { isDisputed, refundedMinor }: Reversal): Billing {
  const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null
  const isRefunded =
    charge?.refunded === true && refundedMinor >= fromStripeAmount(payment.amount_received, payment.currency)
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

/** A purchase with a 100 % coupon: Stripe creates no payment. */
function giftBilling(session: Stripe.Checkout.Session): Billing {
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
  if (priceId === undefined) throw new Error(`${id} at Stripe has a price that is not from this app.`)
  return priceId
}

/** Refunds of a payment by anyone, and open or lost disputes. */
async function reversalOf(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<Reversal> {
  const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null
  const refunds = charge ? await listRefunds(stripe, payment.id, charge) : []
  const refunded = refunds.reduce((sum, refund) => (hasFailed(refund) ? sum : sum + refund.amount), 0)
  return {
    refundedMinor: fromStripeAmount(refunded, payment.currency),
    isDisputed: charge?.disputed === true && (await hasDispute(stripe, payment.id)),
  }
}

/** Of a charge with `refunds` expanded, which has the newest. */
async function listRefunds(stripe: Stripe, payment: string, charge: Stripe.Charge): Promise<Stripe.Refund[]> {
  if (charge.refunds && !charge.refunds.has_more) return charge.refunds.data
  const all: Stripe.Refund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent: payment, limit: 100 })) all.push(refund)
  return all
}

/** The bank of the customer returned the money, maybe days later, or the owner canceled the refund. */
const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

/** Early warnings and won disputes reverse nothing. */
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

/** With what the charge cost. Stripe knows the fee a moment after the payment; a later read adds it. */
const PARTS = ['latest_charge.balance_transaction', 'latest_charge.refunds']

/** Newer invoices than these are read; a subscription has one a month at most, or a few after changes. */
const INVOICES_MAX = 100

/** Payments, refunds and disputes of a subscription or a one-time payment. */
export async function listPayments(stripe: Stripe, externalId: string | null): Promise<LedgerEntry[]> {
  try {
    if (externalId?.startsWith('pi_')) return await paymentEntries(stripe, externalId, null)
    if (externalId?.startsWith('sub_')) return await subscriptionEntries(stripe, externalId)
    return []
  } catch (error) {
    // It belongs to another account, or was deleted there.
    if (isMissing(error)) return []
    throw error
  }
}

async function subscriptionEntries(stripe: Stripe, subscription: string): Promise<LedgerEntry[]> {
  const invoices = await stripe.invoices.list({ subscription, limit: INVOICES_MAX, expand: ['data.payments'] })
  const entries: LedgerEntry[] = []
  for (const invoice of invoices.data)
    for (const { payment } of invoice.payments?.data ?? [])
      if (payment.payment_intent)
        entries.push(...(await paymentEntries(stripe, idOf(payment.payment_intent), taxOf(invoice))))
  return entries
}

const taxOf = ({ total_taxes: taxes }: Stripe.Invoice): number | null =>
  taxes ? taxes.reduce((sum, { amount }) => sum + amount, 0) : null

/** @param tax in Stripe's units; null: unknown */
async function paymentEntries(stripe: Stripe, payment: string, tax: number | null): Promise<LedgerEntry[]> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment, { expand: PARTS })
  if (charge === null || typeof charge !== 'object') return []
  const { currency } = charge
  const minor = (amount: number) => fromStripeAmount(amount, currency)
  const entry = {
    externalId: charge.id,
    amountMinor: minor(charge.amount),
    taxMinor: tax === null ? null : minor(tax),
    feeMinor: feeOf(charge),
    currency,
    at: charge.created * 1000,
  }
  if (charge.status === 'failed') return [{ ...entry, kind: 'failed' }]
  if (charge.status !== 'succeeded') return []
  return [{ ...entry, kind: 'charge' }, ...(await reversals(stripe, payment, charge))]
}

/** Null before Stripe has settled it, and if it is in another currency than the charge. */
function feeOf({ balance_transaction: settled, currency }: Stripe.Charge): number | null {
  if (!settled || typeof settled !== 'object' || settled.currency !== currency) return null
  return fromStripeAmount(settled.fee, currency)
}

async function reversals(stripe: Stripe, payment: string, charge: Stripe.Charge): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  const add = (
    kind: LedgerEntry['kind'],
    one: Pick<Stripe.Refund, 'id' | 'amount' | 'currency' | 'created'>,
    takesMoney: boolean,
  ) =>
    entries.push({
      externalId: one.id,
      kind,
      amountMinor: takesMoney ? fromStripeAmount(one.amount, one.currency) : 0,
      taxMinor: null,
      feeMinor: null,
      currency: one.currency,
      at: one.created * 1000,
    })
  for (const refund of await listRefunds(stripe, payment, charge))
    add(hasFailed(refund) ? 'refund-failed' : 'refund', refund, true)
  if (charge.disputed) {
    const { data } = await stripe.disputes.list({ payment_intent: payment, limit: 100 })
    for (const dispute of data) add('dispute', dispute, !WITHOUT_LOSS.has(dispute.status))
  }
  return entries
}

/** Early warnings and won disputes take no money. */
const WITHOUT_LOSS: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
  'won',
])
