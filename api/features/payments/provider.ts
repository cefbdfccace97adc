import type { PlanConnection } from '../../../contract/entities'
import type { Mode } from '../../lib/ids'
import type { PriceDefinition } from '../apps/definition'
import type { TestPages } from './test/test-pages'
import { ApiError } from '../../lib/errors'

export type ProviderName = 'test' | 'stripe'

/** A price with what a checkout shows of it. Amounts in minor units of the currency. */
export interface OrderedPrice extends Pick<PriceDefinition, 'id' | 'name' | 'amountMinor' | 'currency' | 'interval'> {
  appId: string
  planId: string
  planName: string
  /** Days before the first payment; 0 for none. */
  trialDays: number
}

export interface CheckoutOrder {
  /** Id of the purchase (`pur_…`): with the customer the idempotency key, and what the provider's events lead back to. */
  purchaseId: string
  appName: string
  customerId: string
  price: OrderedPrice
  /** Percent off, for the first payment or for all. */
  coupon: { id: string; percentOff: number; duration: 'once' | 'forever' } | null
  metadata: Record<string, string>
  /** Absolute. */
  successUrl: string
  cancelUrl: string
  /** Epoch milliseconds: nobody can pay later. */
  expiresAt: number
}

/** The checkout, and once it was paid the subscription or payment. */
export interface PurchaseReference {
  purchaseId: string
  sessionId: string
  externalId: string | null
}

/** What a member has of a purchase. Times in epoch milliseconds. */
export interface Billing {
  status: PlanConnection['status']
  /** The current price: it may have been changed in the portal. */
  priceId: string
  paymentStatus: NonNullable<PlanConnection['payment']>['status']
  /** Of one regular payment, in minor units. */
  amountMinor: number
  currency: string
  lastBilledAt: number | null
  nextBillingAt: number | null
  /** When it ends, where that is decided. */
  cancelAt: number | null
}

export type PurchaseState = { status: 'OPEN' } | { status: 'EXPIRED' } | PaidState

export interface PaidState {
  status: 'PAID'
  /** The subscription, or the payment of a one-time price. */
  externalId: string
  billing: Billing
  /** What was refunded or disputed of a one-time payment. Absent: nothing. */
  reversal?: Reversal
}

export interface Reversal {
  /** Refunded so far, by anyone, in minor units. */
  refundedMinor: number
  /** The bank has reversed the payment, or is about to. */
  isDisputed: boolean
}

export interface PortalOrder {
  customerId: string
  appName: string
  /** Absolute. */
  returnUrl: string
  /** What the customer may change to. */
  prices: OrderedPrice[]
  configuration: Record<string, unknown>
}

/**
 * The hosted test checkout, or Stripe. The payment provider is the source of truth. Every call that changes something is
 * idempotent. Every method throws ApiError `payment-provider-unavailable` when the provider does not respond in time.
 */
export interface Payments {
  readonly provider: ProviderName
  /**
   * The same member always gets the same customer.
   * @param lost their former customer that no longer exists at the provider: they get another one
   */
  createCustomer(member: { id: string; email: string }, lost?: string | null): Promise<string>
  /** @throws UnknownCustomerError when the provider does not know the customer */
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>
  readPurchase(reference: PurchaseReference): Promise<PurchaseState>
  /** Ends an unpaid checkout for good. A paid one stays paid. */
  expireCheckout(sessionId: string): Promise<void>
  /** Of a running subscription, with proration. @param key idempotency key */
  changePrice(externalId: string, price: OrderedPrice, key: string): Promise<void>
  /** Ends a subscription at once. A one-time payment has nothing to end. */
  cancel(externalId: string): Promise<void>
  /** Ends a purchase at once and refunds it. */
  refund(externalId: string): Promise<void>
  /**
   * Refunds a part of a one-time payment, at most what is left of it.
   * @param key idempotency key
   * @returns the refunded amount, in minor units
   */
  refundPart(externalId: string, amountMinor: number, key: string): Promise<number>
  createPortal(order: PortalOrder): Promise<{ url: string }>
}

/** The configured providers. */
export interface PaymentProviders {
  forMode(mode: Mode): Payments | null
  /** The provider that a purchase was begun with, null when it is no longer set up in that mode. */
  named(provider: ProviderName, mode: Mode): Payments | null
  /** For the hosted pages of the test provider. */
  testPages: TestPages
}

/** The provider of a mode. @throws ApiError `payments-not-configured` */
export function requirePayments(providers: PaymentProviders, mode: Mode): Payments {
  const payments = providers.forMode(mode)
  if (!payments) throw new ApiError('payments-not-configured')
  return payments
}

/** The customer was deleted at the provider, or belongs to another account. */
export class UnknownCustomerError extends Error {
  constructor(cause?: unknown) {
    super('The payment provider does not know this customer.', { cause })
    this.name = 'UnknownCustomerError'
  }
}
