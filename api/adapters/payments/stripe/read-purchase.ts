import type { Stripe } from 'stripe'
import type { PurchaseReference, PurchaseState } from '../../../ports/payments'
import { idOf } from './id-of'
import { giftBilling, PAYMENT_PARTS, paymentBilling } from './payment-billing'
import { reversalOf } from './reversal-of'
import { isMissing } from './stripe-errors'
import { latestInvoice, SUBSCRIPTION_PARTS, subscriptionBilling } from './subscription-billing'

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

const SESSION_PARTS = [
  ...SUBSCRIPTION_PARTS.map((part) => `subscription.${part}`),
  ...PAYMENT_PARTS.map((part) => `payment_intent.${part}`),
]

const findSession = (stripe: Stripe, id: string) => stripe.checkout.sessions.retrieve(id, { expand: SESSION_PARTS })

const findSubscription = (stripe: Stripe, id: string) =>
  stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS })

const findPayment = (stripe: Stripe, id: string) => stripe.paymentIntents.retrieve(id, { expand: PAYMENT_PARTS })

const isObject = <T extends object>(value: string | T | null): value is T => typeof value === 'object' && value !== null
