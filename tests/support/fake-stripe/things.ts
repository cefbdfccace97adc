/** Stripe objects with the used fields. Times in seconds, amounts as in Stripe. */
export type Metadata = Record<string, string>

interface Named<Kind extends string> {
  id: string
  object: Kind
  metadata: Metadata
}

export interface Customer extends Named<'customer'> {
  email: string
}

export interface Product extends Named<'product'> {
  name: string
  active: boolean
}

export interface Price extends Named<'price'> {
  product: string
  active: boolean
  currency: string
  unit_amount: number
  lookup_key: string | null
  nickname: string | null
  recurring: { interval: 'month' | 'year'; interval_count: number } | null
}

export interface Coupon extends Named<'coupon'> {
  percent_off: number
  duration: 'once' | 'forever'
  valid: boolean
}

export interface Discount {
  id: string
  object: 'discount'
  source: { type: 'coupon'; coupon: string }
}

export interface Session extends Named<'checkout.session'> {
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  customer: string
  client_reference_id: string | null
  created: number
  currency: string
  amount_total: number
  expires_at: number
  success_url: string
  cancel_url: string | null
  url: string | null
  subscription: string | null
  payment_intent: string | null
  /** Known only from the order. */
  _order: { price: string; coupon: string | null; trialDays: number; metadata: Metadata }
}

export interface Subscription extends Named<'subscription'> {
  customer: string
  status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'incomplete' | 'paused' | 'canceled' | 'incomplete_expired'
  currency: string
  cancel_at: number | null
  cancel_at_period_end: boolean
  ended_at: number | null
  trial_end: number | null
  discounts: string[]
  latest_invoice: string | null
  items: { object: 'list'; data: SubscriptionItem[] }
}

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  quantity: number
  current_period_start: number
  current_period_end: number
  price: Price
}

export interface Invoice extends Named<'invoice'> {
  customer: string
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  attempted: boolean
  created: number
  effective_at: number | null
  next_payment_attempt: number | null
  currency: string
  total: number
  total_taxes: { amount: number }[]
  status_transitions: { paid_at: number | null }
  parent: {
    type: 'subscription_details'
    subscription_details: { subscription: string; metadata: Metadata }
    quote_details: null
  }
  /** Hidden unless expanded. */
  _payments: { object: 'list'; data: InvoicePayment[]; has_more: false }
}

interface InvoicePayment {
  id: string
  object: 'invoice_payment'
  is_default: boolean
  status: 'open' | 'paid'
  payment: { type: 'payment_intent'; payment_intent: string }
}

export interface PaymentIntent extends Named<'payment_intent'> {
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_action' | 'canceled'
  created: number
  currency: string
  amount: number
  amount_received: number
  latest_charge: string | null
}

export interface Charge extends Named<'charge'> {
  payment_intent: string
  created: number
  status: 'succeeded' | 'failed'
  currency: string
  balance_transaction: string
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  /** Hidden unless expanded. */
  _refunds: { object: 'list'; data: Refund[]; has_more: false }
}

export interface BalanceTransaction extends Named<'balance_transaction'> {
  currency: string
  fee: number
}

export interface Refund extends Named<'refund'> {
  payment_intent: string
  created: number
  currency: string
  amount: number
  status: 'succeeded' | 'failed'
  charge: string
}

export interface Dispute extends Named<'dispute'> {
  payment_intent: string
  created: number
  currency: string
  amount: number
  charge: string
  status: 'warning_needs_response' | 'needs_response' | 'under_review' | 'won' | 'lost'
}

export interface Configuration extends Named<'billing_portal.configuration'> {
  name: string | null
  active: boolean
  features: Record<string, unknown>
}

export interface PortalSession extends Named<'billing_portal.session'> {
  customer: string
  configuration: string
  return_url: string
  url: string
}

export type Thing =
  | Customer
  | Product
  | Price
  | Coupon
  | Discount
  | Session
  | Subscription
  | Invoice
  | PaymentIntent
  | Charge
  | Refund
  | Dispute
  | BalanceTransaction
  | Configuration
  | PortalSession
