import type { Stripe } from 'stripe'
import type { OrderedPrice } from '../../../ports/payments'
import { ensurePrice } from './ensure-price'
import { isReplay } from './stripe-errors'

/**
 * Moves a subscription to another price. The difference for the rest of the period is charged, or credited, at once; when
 * the bank refuses it, nothing changes.
 */
export async function changePrice(stripe: Stripe, id: string, price: OrderedPrice, key: string): Promise<void> {
  const target = await ensurePrice(stripe, price)
  const { items, cancel_at_period_end: isEnding } = await stripe.subscriptions.retrieve(id)
  const [item] = items.data
  if (!item || item.price.id === target.id) return
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item.id, price: target.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    // Whoever changes what they pay for means to keep it.
    ...(isEnding && { cancel_at_period_end: false }),
  }
  try {
    await stripe.subscriptions.update(id, params, { idempotencyKey: key })
  } catch (error) {
    // Stripe repeats a refusal of yesterday word for word; the card may have been changed since.
    if (!isReplay(error)) throw error
    await stripe.subscriptions.update(id, params)
  }
}
