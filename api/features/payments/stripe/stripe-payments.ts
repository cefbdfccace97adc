import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { ApiError } from '../../../lib/errors'
import { type CheckoutOrder, type OrderedPrice, type Payments, UnknownCustomerError } from '../provider'
import { fromStripeAmount, idOf, inStripe, isMissing, isReplay, isStripeError, refuses, toStripeAmount } from './client'
import type { Connect } from './client'
import { listPayments, PAYMENT_PARTS, readPurchase } from './read-purchase'
import { createPortal, ensureCoupon, ensurePrice } from './prices'

export function createStripePayments(connect: Connect, account?: string): Payments {
  const call = <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => inStripe(async () => work(await connect()))
  return {
    provider: 'stripe',
    ...(account !== undefined && { account }),
    createCustomer: (member, lost) => call((stripe) => createCustomer(stripe, member, lost)),
    createCheckout: (order) => call((stripe) => createCheckout(stripe, order)),
    readPurchase: (reference) => call((stripe) => readPurchase(stripe, reference)),
    expireCheckout: (sessionId) => call((stripe) => expireCheckout(stripe, sessionId)),
    changePrice: (externalId, price, key) => call((stripe) => changePrice(stripe, externalId, price, key)),
    cancel: (externalId) => call((stripe) => cancel(stripe, externalId)),
    refund: (externalId) => call((stripe) => refund(stripe, externalId)),
    refundPart: (externalId, amountMinor, key) => call((stripe) => refundPart(stripe, externalId, amountMinor, key)),
    listPayments: ({ externalId }) => call((stripe) => listPayments(stripe, externalId)),
    createPortal: (order) => call((stripe) => createPortal(stripe, order)),
  }
}

async function createCheckout(stripe: Stripe, order: CheckoutOrder): Promise<{ sessionId: string; url: string }> {
  const price = await ensurePrice(stripe, order.price)
  const coupon = order.coupon && (await ensureCoupon(stripe, order.price.appId, order.coupon))
  const { id, url } = await openCheckout(
    stripe,
    checkoutParams(order, price.id, coupon),
    `${order.purchaseId}:${order.customerId}`,
  )
  if (url === null) throw new Error(`The Stripe checkout ${id} has no URL.`)
  return { sessionId: id, url }
}

async function openCheckout(
  stripe: Stripe,
  params: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.create(params, { idempotencyKey })
  } catch (error) {
    if (isMissing(error) && refuses(error, 'customer')) throw new UnknownCustomerError(error)
    // Archived or ended at Stripe a moment ago.
    if (refuses(error, 'line_items')) throw new ApiError('price-no-longer-available', { cause: error })
    if (refuses(error, 'discounts')) throw new ApiError('coupon-not-found', { cause: error })
    throw error
  }
}

/** Stripe's limits for metadata. */
const METADATA_MAX_KEYS = 50
const METADATA_KEY_MAX_CHARS = 40
const METADATA_MAX_CHARS = 500

/** The session and what it creates have metadata that identifies the purchase in events. */
function checkoutParams(
  order: CheckoutOrder,
  priceId: string,
  couponId: string | null,
): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf(order)
  return {
    customer: order.customerId,
    line_items: [{ price: priceId, quantity: 1 }],
    client_reference_id: order.purchaseId,
    metadata,
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.ceil(order.expiresAt / 1000),
    ...(couponId !== null && { discounts: [{ coupon: couponId }] }),
    ...optionsOf(order, couponId !== null),
    ...(order.price.interval
      ? { mode: 'subscription', subscription_data: { metadata, ...trialOf(order) } }
      : { mode: 'payment', payment_intent_data: { metadata } }),
  }
}

/** Stripe accepts a coupon or promotion codes, not both; what it learns about a customer it stores with them. */
function optionsOf({ options }: CheckoutOrder, hasCoupon: boolean): Partial<Stripe.Checkout.SessionCreateParams> {
  if (!options) return {}
  const { automaticTax, taxIdCollection, billingAddress, promotionCodes } = options
  const learns = automaticTax || taxIdCollection
  return {
    ...(automaticTax && { automatic_tax: { enabled: true } }),
    ...(taxIdCollection && { tax_id_collection: { enabled: true } }),
    ...(billingAddress && { billing_address_collection: 'required' }),
    ...(promotionCodes && !hasCoupon && { allow_promotion_codes: true }),
    ...(learns && { customer_update: { address: 'auto', ...(taxIdCollection && { name: 'auto' }) } }),
  }
}

const trialOf = ({ price: { trialDays } }: CheckoutOrder) => (trialDays > 0 ? { trial_period_days: trialDays } : {})

/** Ours is last, so that callers cannot fake it. What Stripe would refuse is dropped or cut. */
function metadataOf({ metadata, purchaseId, price }: CheckoutOrder): Record<string, string> {
  const own = { purchaseId, appId: price.appId, planId: price.planId, priceId: price.id }
  const foreign = Object.entries(metadata)
    .filter(([key]) => /^[^[\]]+$/u.test(key) && key.length <= METADATA_KEY_MAX_CHARS && !(key in own))
    .slice(0, METADATA_MAX_KEYS - Object.keys(own).length)
    .map(([key, value]) => [key, value.slice(0, METADATA_MAX_CHARS)])
  return { ...Object.fromEntries(foreign), ...own }
}

/**
 * The same member gets the same customer, even after a lost response.
 * @param lost former customer: part of the idempotency key, so that Stripe does not return it again
 */
async function createCustomer(
  stripe: Stripe,
  { id, email }: { id: string; email: string },
  lost: string | null = null,
): Promise<string> {
  const params = { email, metadata: { memberId: id } }
  const key = lost === null ? `customer:${id}` : `customer:${id}:${lost}`
  try {
    return (await stripe.customers.create(params, { idempotencyKey: key })).id
  } catch (error) {
    // The email address changed since the first request with this key.
    if (!isStripeError(error) || error.type !== 'StripeIdempotencyError') throw error
    const digest = createHash('sha256').update(email).digest('hex')
    return (await stripe.customers.create(params, { idempotencyKey: `${key}:${digest}` })).id
  }
}

/** The proration is charged or credited at once; if the bank declines, nothing changes. */
async function changePrice(stripe: Stripe, id: string, price: OrderedPrice, key: string): Promise<void> {
  const target = await ensurePrice(stripe, price)
  const { items, cancel_at_period_end: isEnding } = await stripe.subscriptions.retrieve(id)
  const [item] = items.data
  if (!item || item.price.id === target.id) return
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item.id, price: target.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    // A change of price undoes the cancellation.
    ...(isEnding && { cancel_at_period_end: false }),
  }
  try {
    await stripe.subscriptions.update(id, params, { idempotencyKey: key })
  } catch (error) {
    // Stripe replays an earlier decline; the card may have changed since.
    if (!isReplay(error)) throw error
    await stripe.subscriptions.update(id, params)
  }
}

const isSubscription = (externalId: string): boolean => externalId.startsWith('sub_')

/** A paid or expired checkout does not change. */
async function expireCheckout(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId, {}, { idempotencyKey: `expire:${sessionId}` })
  } catch (error) {
    if (isMissing(error)) return
    if (!isStripeError(error) || error.type !== 'StripeInvalidRequestError') throw error
    const { status } = await stripe.checkout.sessions.retrieve(sessionId)
    if (status === 'open') throw error
  }
}

/** Gives no credit for the rest of the period. */
async function cancel(stripe: Stripe, externalId: string): Promise<void> {
  if (!isSubscription(externalId)) return
  try {
    await stripe.subscriptions.cancel(externalId)
  } catch (error) {
    // It has already ended.
    if (!isMissing(error)) throw error
  }
}

/** Ends the purchase, then refunds every payment once. */
async function refund(stripe: Stripe, externalId: string): Promise<void> {
  await cancel(stripe, externalId)
  for (const payment of await paymentsOf(stripe, externalId)) await refundPayment(stripe, payment)
}

async function paymentsOf(stripe: Stripe, externalId: string): Promise<string[]> {
  if (!isSubscription(externalId)) return externalId.startsWith('pi_') ? [externalId] : []
  const payments: string[] = []
  const invoices = stripe.invoices.list({ subscription: externalId, status: 'paid', expand: ['data.payments'] })
  for await (const invoice of invoices)
    for (const { payment, status } of invoice.payments?.data ?? [])
      if (status === 'paid' && payment.payment_intent) payments.push(idOf(payment.payment_intent))
  return payments
}

async function refundPayment(stripe: Stripe, payment: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: payment }, { idempotencyKey: `refund:${payment}` })
  } catch (error) {
    if (!isStripeError(error) || error.code !== 'charge_already_refunded') throw error
  }
}

/**
 * Refunds part of a payment, at most what is left of it. Stripe's idempotency keys expire, so the refund's metadata has
 * the key too.
 * @returns the refunded amount, in minor units
 */
async function refundPart(stripe: Stripe, externalId: string, amountMinor: number, key: string): Promise<number> {
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

/** The owner at Stripe, or the bank, was faster. */
const NOTHING_LEFT: ReadonlySet<string> = new Set(['charge_already_refunded', 'charge_disputed'])

async function findRefund(stripe: Stripe, payment: string, key: string): Promise<Stripe.Refund | null> {
  for await (const one of stripe.refunds.list({ payment_intent: payment, limit: 100 }))
    if (one.metadata?.['refundKey'] === key && !FAILED.has(one.status ?? '')) return one
  return null
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled'])
