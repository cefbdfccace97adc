import type { Stripe } from 'stripe'
import type { CheckoutOrder } from '../../../ports/payments'

/** Stripe's limits of metadata. */
const METADATA_MAX_KEYS = 50
const METADATA_KEY_MAX_CHARS = 40
const METADATA_MAX_CHARS = 500

/** What Stripe is told of an order. What leads an event back to the purchase stands on the session and on what it makes. */
export function checkoutParams(
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
    ...(order.price.interval
      ? { mode: 'subscription', subscription_data: { metadata, ...trialOf(order) } }
      : { mode: 'payment', payment_intent_data: { metadata } }),
  }
}

const trialOf = ({ price: { trialDays } }: CheckoutOrder) => (trialDays > 0 ? { trial_period_days: trialDays } : {})

/** Ours stands last: no caller can make a payment look like another one. What Stripe would refuse is left out or cut. */
function metadataOf({ metadata, purchaseId, price }: CheckoutOrder): Record<string, string> {
  const own = { purchaseId, appId: price.appId, planId: price.planId, priceId: price.id }
  const foreign = Object.entries(metadata)
    .filter(([key]) => /^[^[\]]+$/u.test(key) && key.length <= METADATA_KEY_MAX_CHARS && !(key in own))
    .slice(0, METADATA_MAX_KEYS - Object.keys(own).length)
    .map(([key, value]) => [key, value.slice(0, METADATA_MAX_CHARS)])
  return { ...Object.fromEntries(foreign), ...own }
}
