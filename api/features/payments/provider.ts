import type { PlanConnection } from '../../../contract/entities'
import type { Mode } from '../../domain/mode'
import type { PriceDefinition } from '../apps/definition'
import type { TestPages } from './test/test-pages'
import { ApiError } from '../../domain/api-error'

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

/** What a provider is asked about: the checkout, and once it was paid what was bought (a subscription, or a payment). */
export interface PurchaseReference {
  purchaseId: string
  sessionId: string
  externalId: string | null
}

/** What a member holds of a purchase, in the provider's words put into ours. Times in epoch milliseconds. */
export interface Billing {
  status: PlanConnection['status']
  /** The price at hand: it may have been changed in the portal. */
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

export type PurchaseState =
  | { status: 'OPEN' }
  | { status: 'EXPIRED' }
  /**
   * `externalId`: the subscription, or the payment of a price that is paid once.
   * `reversal`: what came back of a payment that was made once; nothing where it is missing.
   */
  | { status: 'PAID'; externalId: string; billing: Billing; reversal?: Reversal }

export interface Reversal {
  /** Given back so far, by whomever, in minor units. */
  refundedMinor: number
  /** The bank has taken the payment back, or is about to. */
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
 * Who takes the money: the hosted test checkout, or Stripe. The provider's memory is the truth, ours follows it.
 * Every call that changes something can be repeated without doing it twice. Every method throws ApiError
 * `payment-provider-unavailable` when the provider does not answer in time.
 */
export interface Payments {
  readonly provider: ProviderName
  /**
   * The same member always gets the same customer.
   * @param lost their customer until now, where the provider does not know it any more: they get another one
   */
  createCustomer(member: { id: string; email: string }, lost?: string | null): Promise<string>
  /** @throws UnknownCustomerError when the provider does not know the customer */
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>
  readPurchase(reference: PurchaseReference): Promise<PurchaseState>
  /** Ends a checkout that is not paid; afterwards nobody can pay it. One that was paid stays paid. */
  expireCheckout(sessionId: string): Promise<void>
  /** Of a running subscription, with proration. @param key says whether two calls are one */
  changePrice(externalId: string, price: OrderedPrice, key: string): Promise<void>
  /** Ends a subscription at once; of a payment that was made once nothing is left to end. */
  cancel(externalId: string): Promise<void>
  /** Takes a purchase back: ends it at once and returns what was paid for it. */
  refund(externalId: string): Promise<void>
  /**
   * Gives back a part of a payment that was made once; at most what is left of it.
   * @param key says whether two calls are one
   * @returns what was given back, in minor units
   */
  refundPart(externalId: string, amountMinor: number, key: string): Promise<number>
  createPortal(order: PortalOrder): Promise<{ url: string }>
}

/** Who takes the money in a mode; null: nobody is set up. */
export interface PaymentProviders {
  forMode(mode: Mode): Payments | null
  /** The provider that a purchase was begun with, null when it is no longer set up in that mode. */
  named(provider: ProviderName, mode: Mode): Payments | null
  /** What the hosted pages of the test provider show. */
  testPages: TestPages
}

/** Who takes the money in a mode. @throws ApiError `payments-not-configured` */
export function requirePayments(providers: PaymentProviders, mode: Mode): Payments {
  const payments = providers.forMode(mode)
  if (!payments) throw new ApiError('payments-not-configured')
  return payments
}

/** A provider does not know a customer: it was deleted there, or belongs to another account. */
export class UnknownCustomerError extends Error {
  constructor(cause?: unknown) {
    super('The payment provider does not know this customer.', { cause })
    this.name = 'UnknownCustomerError'
  }
}
