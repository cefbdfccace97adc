import type { Memory } from './memory'
import type { BalanceTransaction, Charge, Invoice, PaymentIntent, Price, Subscription } from './things'

interface Bill {
  amount: number
  currency: string
  metadata: Record<string, string>
  /** False: the bank declines; `later`: the result takes days. */
  pays: boolean | 'later' | 'authentication'
}

export function takePayment(memory: Memory, { amount, currency, metadata, pays }: Bill): PaymentIntent {
  const created = memory.now()
  const payment = memory.add<PaymentIntent>({
    id: memory.newId('pi'),
    object: 'payment_intent',
    status: statusOf(pays),
    created,
    currency,
    amount,
    amount_received: 0,
    latest_charge: null,
    metadata,
  })
  if (pays === true) chargeFor(memory, payment)
  return payment
}

function statusOf(pays: Bill['pays']): PaymentIntent['status'] {
  if (pays === 'later') return 'processing'
  if (pays === 'authentication') return 'requires_action'
  return pays ? 'succeeded' : 'requires_payment_method'
}

export function chargeFor(memory: Memory, payment: PaymentIntent): void {
  const charge = memory.add<Charge>({
    id: memory.newId('ch'),
    object: 'charge',
    payment_intent: payment.id,
    created: memory.now(),
    status: 'succeeded',
    currency: payment.currency,
    balance_transaction: feeFor(memory, payment),
    amount: payment.amount,
    amount_refunded: 0,
    refunded: false,
    _refunds: { object: 'list', data: [], has_more: false },
    disputed: false,
    metadata: payment.metadata,
  })
  Object.assign(payment, { status: 'succeeded', amount_received: payment.amount, latest_charge: charge.id })
}

/** Stripe's price in the United States: 2.9 % and 30 cents. */
const feeFor = (memory: Memory, { amount, currency }: PaymentIntent): string =>
  memory.add<BalanceTransaction>({
    id: memory.newId('txn'),
    object: 'balance_transaction',
    currency,
    fee: Math.round(amount * 0.029) + 30,
    metadata: {},
  }).id

/** An invoice of zero or less is paid at once. */
export function invoiceFor(
  memory: Memory,
  subscription: Subscription,
  amount: number,
  pays: Bill['pays'],
): { invoice: Invoice; isPaid: boolean } {
  const { currency, metadata } = subscription
  const payment = amount > 0 ? takePayment(memory, { amount, currency, metadata: {}, pays }) : null
  const isPaid = payment === null || payment.status === 'succeeded'
  const now = memory.now()
  const invoice = memory.add<Invoice>({
    id: memory.newId('in'),
    object: 'invoice',
    customer: subscription.customer,
    status: isPaid ? 'paid' : 'open',
    attempted: true,
    created: now,
    effective_at: now,
    next_payment_attempt: isPaid ? null : now + RETRY_SECONDS,
    currency,
    total: amount,
    total_taxes: [],
    status_transitions: { paid_at: isPaid ? now : null },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata },
      quote_details: null,
    },
    metadata: {},
    _payments: { object: 'list', data: payment ? [paymentOf(memory, payment)] : [], has_more: false },
  })
  subscription.latest_invoice = invoice.id
  return { invoice, isPaid }
}

const RETRY_SECONDS = 3 * 86_400

function paymentOf(memory: Memory, payment: PaymentIntent): Invoice['_payments']['data'][number] {
  return {
    id: memory.newId('inpay'),
    object: 'invoice_payment',
    is_default: true,
    status: payment.status === 'succeeded' ? 'paid' : 'open',
    payment: { type: 'payment_intent', payment_intent: payment.id },
  }
}

/** A first-payment coupon applies only once. */
export function priceWith(memory: Memory, price: Price, discounts: readonly string[], isFirst: boolean): number {
  const percents = discounts.flatMap((id) => {
    const coupon = memory.find('coupon', memory.find('discount', id).source.coupon)
    return coupon.duration === 'forever' || isFirst ? [coupon.percent_off] : []
  })
  return Math.round(percents.reduce((amount, percent) => amount * (1 - percent / 100), price.unit_amount))
}

export function periodEnd(start: number, { recurring }: Price): number {
  const date = new Date(start * 1000)
  const months = (recurring?.interval === 'year' ? 12 : 1) * (recurring?.interval_count ?? 1)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.getTime() / 1000
}
