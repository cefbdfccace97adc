import type { Stripe } from 'stripe'
import { idOf } from './id-of'
import { isMissing, isStripeError } from './stripe-errors'

const isSubscription = (externalId: string): boolean => externalId.startsWith('sub_')

/** Ends a checkout; one that was paid or is over stays so. */
export async function expireCheckout(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId, {}, { idempotencyKey: `expire:${sessionId}` })
  } catch (error) {
    if (isMissing(error)) return
    if (!isStripeError(error) || error.type !== 'StripeInvalidRequestError') throw error
    const { status } = await stripe.checkout.sessions.retrieve(sessionId)
    if (status === 'open') throw error
  }
}

/** Ends a subscription at once, without a credit for the rest of its period. */
export async function cancel(stripe: Stripe, externalId: string): Promise<void> {
  if (!isSubscription(externalId)) return
  try {
    await stripe.subscriptions.cancel(externalId)
  } catch (error) {
    // Ended already.
    if (!isMissing(error)) throw error
  }
}

/** Returns every payment of a purchase, once, after what would bring the next one has ended. */
export async function refund(stripe: Stripe, externalId: string): Promise<void> {
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
