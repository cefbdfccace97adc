import { chargeFor, invoiceFor, periodEnd, priceWith, takePayment } from './bill'
import { cancelSubscription } from './billing-routes'
import { expireSession } from './checkout-routes'
import type { Memory } from './memory'
import { invalid } from './refusal'
import { createRefund, dispute, failRefund } from './reversal-routes'
import type { Discount, Dispute, Price, Session, Subscription } from './things'

const DAY_SECONDS = 86_400

/** Events by customers, banks and time. Each records Stripe's events. */
export const createPlay = (memory: Memory) => ({
  /** Completes a checkout. `later`: with a payment method that takes days. */
  pay: (sessionId: string, pays: true | 'later' = true) => pay(memory, sessionId, pays),
  /** A slow payment succeeds or fails. */
  arrive: (sessionId: string, succeeds: boolean) => arrive(memory, sessionId, succeeds),
  /** A checkout expires. */
  timeOut: (sessionId: string) => expireSession(memory, sessionId),
  /** A period ends; the renewal is paid or not. */
  renew: (id: string, pays: boolean | 'authentication' = true) => renew(memory, id, pays),
  endTrial: (id: string, pays = true) => renew(memory, id, pays),
  /** The customer pays an open invoice. */
  payOpen: (id: string) => payOpen(memory, id),
  cancelAtPeriodEnd: (id: string, isEnding = true) => {
    memory.find('subscription', id).cancel_at_period_end = isEnding
    memory.emit('customer.subscription.updated', memory.find('subscription', id))
  },
  cancelNow: (id: string) => cancelSubscription(memory, id),
  /** The owner refunds a payment at Stripe. */
  refund: (paymentId: string, amount?: number) =>
    createRefund(memory, { payment_intent: paymentId, ...(amount !== undefined && { amount: String(amount) }) }),
  /** Days after a refund, the bank returns the money. */
  failRefund: (id: string) => failRefund(memory, id),
  /** The bank opens or decides a dispute. */
  dispute: (paymentId: string, status: Dispute['status']) => dispute(memory, paymentId, status),
})

function pay(memory: Memory, sessionId: string, pays: true | 'later'): Session {
  const session = memory.find('checkout.session', sessionId)
  if (session.status !== 'open') throw invalid('This checkout is over.')
  const price = memory.find('price', session._order.price)
  if (session.mode === 'subscription') session.subscription = subscribe(memory, session, price).id
  else if (session.amount_total > 0) {
    const { amount_total: amount, currency, _order } = session
    session.payment_intent = takePayment(memory, { amount, currency, metadata: _order.metadata, pays }).id
  }
  const isFree = session.amount_total === 0 || session._order.trialDays > 0
  const paymentStatus = isFree ? 'no_payment_required' : pays === 'later' ? 'unpaid' : 'paid'
  Object.assign(session, { status: 'complete', url: null, payment_status: paymentStatus })
  memory.emit('checkout.session.completed', session)
  return session
}

function subscribe(memory: Memory, session: Session, price: Price): Subscription {
  const { coupon, trialDays, metadata } = session._order
  const now = memory.now()
  const trialEnd = trialDays > 0 ? now + trialDays * DAY_SECONDS : null
  const period = { current_period_start: now, current_period_end: trialEnd ?? periodEnd(now, price) }
  const subscription = memory.add<Subscription>({
    id: memory.newId('sub'),
    object: 'subscription',
    customer: session.customer,
    status: trialEnd === null ? 'active' : 'trialing',
    currency: price.currency,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    trial_end: trialEnd,
    discounts: coupon === null ? [] : [discount(memory, coupon).id],
    latest_invoice: null,
    items: {
      object: 'list',
      data: [{ id: memory.newId('si'), object: 'subscription_item', quantity: 1, ...period, price }],
    },
    metadata,
  })
  const amount = trialEnd === null ? priceWith(memory, price, subscription.discounts, true) : 0
  const { invoice } = invoiceFor(memory, subscription, amount, true)
  memory.emit('customer.subscription.created', subscription)
  memory.emit('invoice.paid', invoice)
  return subscription
}

/** Discounts have no metadata; they exist only to be expanded. */
const discount = (memory: Memory, coupon: string): Discount =>
  memory.add({ id: memory.newId('di'), object: 'discount', source: { type: 'coupon', coupon } })

function arrive(memory: Memory, sessionId: string, succeeds: boolean): void {
  const session = memory.find('checkout.session', sessionId)
  const payment = memory.find('payment_intent', session.payment_intent ?? '')
  if (succeeds) chargeFor(memory, payment)
  else payment.status = 'requires_payment_method'
  session.payment_status = succeeds ? 'paid' : 'unpaid'
  memory.emit(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session)
}

function renew(memory: Memory, id: string, pays: boolean | 'authentication'): Subscription {
  const subscription = memory.find('subscription', id)
  const [item] = subscription.items.data
  if (!item || subscription.status === 'canceled') throw invalid('This subscription has ended.')
  if (subscription.cancel_at_period_end) return cancelSubscription(memory, id)
  const { current_period_end: start } = item
  Object.assign(item, { current_period_start: start, current_period_end: periodEnd(start, item.price) })
  const amount = priceWith(memory, item.price, subscription.discounts, false)
  const { invoice, isPaid } = invoiceFor(memory, subscription, amount, pays)
  subscription.status = isPaid ? 'active' : 'past_due'
  memory.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  if (pays === 'authentication') memory.emit('invoice.payment_action_required', invoice)
  memory.emit('customer.subscription.updated', subscription)
  return subscription
}

function payOpen(memory: Memory, id: string): void {
  const subscription = memory.find('subscription', id)
  const invoice = memory.find('invoice', subscription.latest_invoice ?? '')
  const [entry] = invoice._payments.data
  if (!entry || invoice.status !== 'open') throw invalid('There is nothing to pay.')
  chargeFor(memory, memory.find('payment_intent', entry.payment.payment_intent))
  entry.status = 'paid'
  Object.assign(invoice, { status: 'paid', next_payment_attempt: null, status_transitions: { paid_at: memory.now() } })
  subscription.status = 'active'
  memory.emit('invoice.paid', invoice)
  memory.emit('customer.subscription.updated', subscription)
}
