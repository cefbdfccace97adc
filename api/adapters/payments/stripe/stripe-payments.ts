import type { Stripe } from 'stripe'
import { ApiError } from '../../../lib/errors'
import { UnknownCustomerError } from '../../../domain/payments/unknown-customer-error'
import type { CheckoutOrder, Payments } from '../../../ports/payments'
import { changePrice } from './change-price'
import { checkoutParams } from './checkout-params'
import type { Connect } from './connect'
import { createCustomer } from './create-customer'
import { cancel, expireCheckout, refund } from './end-purchase'
import { ensureCoupon } from './ensure-coupon'
import { ensurePrice } from './ensure-price'
import { createPortal } from './portal'
import { readPurchase } from './read-purchase'
import { refundPart } from './refund-part'
import { inStripe, isMissing, refuses } from './stripe-errors'

/** Stripe: its Checkout, Billing and customer portal. */
export function createStripePayments(connect: Connect): Payments {
  const call = <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => inStripe(async () => work(await connect()))
  return {
    provider: 'stripe',
    createCustomer: (member, lost) => call((stripe) => createCustomer(stripe, member, lost)),
    createCheckout: (order) => call((stripe) => createCheckout(stripe, order)),
    readPurchase: (reference) => call((stripe) => readPurchase(stripe, reference)),
    expireCheckout: (sessionId) => call((stripe) => expireCheckout(stripe, sessionId)),
    changePrice: (externalId, price, key) => call((stripe) => changePrice(stripe, externalId, price, key)),
    cancel: (externalId) => call((stripe) => cancel(stripe, externalId)),
    refund: (externalId) => call((stripe) => refund(stripe, externalId)),
    refundPart: (externalId, amountMinor, key) => call((stripe) => refundPart(stripe, externalId, amountMinor, key)),
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
  if (url === null) throw new Error(`The checkout ${id} at Stripe has no address.`)
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
    // Archived, or ended, at Stripe a moment ago.
    if (refuses(error, 'line_items')) throw new ApiError('price-no-longer-available', { cause: error })
    if (refuses(error, 'discounts')) throw new ApiError('coupon-not-found', { cause: error })
    throw error
  }
}
