import type { PlanConnection } from '../../../contract/entities'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { OwnerScope, PaymentOptions, PriceDefinition } from '../apps/definition'
import type { Tables } from '../../database/tables'

export type ProviderName = 'test' | 'stripe'

/** A price with what a checkout shows about it. Amounts are in minor units of the currency. */
export interface OrderedPrice extends Pick<PriceDefinition, 'id' | 'name' | 'amountMinor' | 'currency' | 'interval'> {
  appId: string
  planId: string
  planName: string
  /** Days before the first payment; 0: no trial. */
  trialDays: number
}

export interface CheckoutOrder {
  /** ID of the purchase (`pur_…`): part of the idempotency key, and in the provider's events. */
  purchaseId: string
  appName: string
  customerId: string
  price: OrderedPrice
  /** Percent off, for the first payment or for all. */
  coupon: { id: string; percentOff: number; duration: 'once' | 'forever' } | null
  metadata: Record<string, string>
  /** For Stripe; absent: all off. */
  options?: PaymentOptions | undefined
  /** Absolute. */
  successUrl: string
  cancelUrl: string
  /** Epoch milliseconds; no payment is accepted later. */
  expiresAt: number
}

/** The checkout; once it is paid, also the subscription or payment. */
export interface PurchaseReference {
  purchaseId: string
  sessionId: string
  externalId: string | null
}

/** The result of a purchase for a member. Times: epoch milliseconds. */
export interface Billing {
  status: PlanConnection['status']
  /** The current price, which the portal may have changed. */
  priceId: string
  paymentStatus: NonNullable<PlanConnection['payment']>['status']
  /** Amount of one regular payment, in minor units. */
  amountMinor: number
  currency: string
  lastBilledAt: number | null
  nextBillingAt: number | null
  /** When it ends, if that is decided. */
  cancelAt: number | null
}

export type PurchaseState = { status: 'OPEN' } | { status: 'EXPIRED' } | PaidState

export interface PaidState {
  status: 'PAID'
  /** ID of the subscription, or of a one-time payment. */
  externalId: string
  billing: Billing
  /** Refunds and disputes of a one-time payment; absent: none. */
  reversal?: Reversal
}

export interface Reversal {
  /** Refunded so far, in minor units. */
  refundedMinor: number
  /** The bank has reversed the payment, or may soon. */
  isDisputed: boolean
}

/** Money that moved for a purchase, or was refused. A refund or dispute of 0 did not happen, such as a dispute that was won. */
export interface LedgerEntry extends Pick<
  Tables['payments'],
  'externalId' | 'kind' | 'amountMinor' | 'taxMinor' | 'feeMinor' | 'currency'
> {
  /** Null: the provider does not say; the time of the first read counts. */
  at: number | null
}

export interface PortalOrder {
  customerId: string
  appName: string
  /** Absolute. */
  returnUrl: string
  /** Prices that the customer may switch to. */
  prices: OrderedPrice[]
  configuration: Record<string, unknown>
}

/**
 * The hosted test checkout, or Stripe. The payment provider is the source of truth. All changes are idempotent. Every
 * method throws ApiError `payment-provider-unavailable` if the provider does not respond in time.
 */
export interface Payments {
  readonly provider: ProviderName
  /** The app's own account; absent: the server's. */
  readonly account?: string
  /** The same member always gets the same customer. @param lost former customer, gone at the provider: is replaced */
  createCustomer(member: { id: string; email: string }, lost?: string | null): Promise<string>
  /** @throws UnknownCustomerError if the provider does not know the customer */
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>
  readPurchase(reference: PurchaseReference): Promise<PurchaseState>
  /** Ends an unpaid checkout permanently. A paid one stays paid. */
  expireCheckout(sessionId: string): Promise<void>
  /** Switches a running subscription, with proration. @param key idempotency key */
  changePrice(externalId: string, price: OrderedPrice, key: string): Promise<void>
  /** Ends a subscription at once; does nothing for a one-time payment. */
  cancel(externalId: string): Promise<void>
  refund(externalId: string): Promise<void>
  /** Refunds at most what is left of a one-time payment. @param key idempotency key @returns minor units refunded */
  refundPart(externalId: string, amountMinor: number, key: string): Promise<number>
  /** All payments, refunds and disputes of a purchase so far, for the ledger. */
  listPayments(reference: PurchaseReference): Promise<LedgerEntry[]>
  createPortal(order: PortalOrder): Promise<{ url: string }>
}

export interface ProvidersByMode {
  forMode(mode: Mode): Payments | null
  /** The provider that took a purchase; null if it is no longer configured in that mode. */
  named(provider: ProviderName, mode: Mode): Payments | null
  /** With the app's own account; null: it has none. */
  ofApp?(scope: OwnerScope): Promise<Payments | null>
}

/** The app's own account, else the server's. @throws ApiError `payments-not-configured` */
export async function requirePayments(providers: ProvidersByMode, scope: OwnerScope): Promise<Payments> {
  const payments = (await providers.ofApp?.(scope)) ?? providers.forMode(scope.mode)
  if (!payments) throw new ApiError('payments-not-configured')
  return payments
}

/** The account that took a purchase; null: it is no longer configured. */
export async function paymentsOf(
  providers: ProvidersByMode,
  purchase: OwnerScope & { provider: ProviderName; account: string | null },
): Promise<Payments | null> {
  if (purchase.account === null) return providers.named(purchase.provider, purchase.mode)
  const own = await providers.ofApp?.(purchase)
  return own?.account === purchase.account ? own : null
}

/** As `paymentsOf`, for changes, which must not be skipped. @throws ApiError `purchase-of-earlier-account` */
export async function requirePaymentsOf(...[providers, purchase]: Parameters<typeof paymentsOf>): Promise<Payments> {
  const payments = await paymentsOf(providers, purchase)
  if (!payments) throw new ApiError('purchase-of-earlier-account')
  return payments
}

/** The customer was deleted at the provider, or belongs to another account. */
export class UnknownCustomerError extends Error {
  constructor(cause?: unknown) {
    super('The payment provider has no such customer.', { cause })
    this.name = 'UnknownCustomerError'
  }
}

/** Prefix of the test provider's customer IDs. IDs of other providers have no second underscore. */
export const TEST_CUSTOMER_PREFIX = 'cus_test'
