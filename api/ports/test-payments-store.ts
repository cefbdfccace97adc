/**
 * The memory of the test provider: what a real one would keep on its own side. Nobody reads it but the test provider.
 * Times are epoch milliseconds, amounts minor units.
 */
import type { Billing, CheckoutOrder, OrderedPrice } from '../features/payments/provider'

export type TestCheckoutStatus = 'OPEN' | 'PAID' | 'EXPIRED'

export interface TestCheckoutRow extends Omit<CheckoutOrder, 'customerId'> {
  /** 256 random bits: whoever has the address may pay. */
  sessionId: string
  customerId: string
  status: TestCheckoutStatus
}

/** What was bought at a checkout: a subscription, or something that was paid once. */
export interface TestSaleRow {
  id: string
  purchaseId: string
  customerId: string
  price: OrderedPrice
  /** One for the first payment stays until the second, as used: what is left of that period is worth what was paid. */
  coupon: (NonNullable<CheckoutOrder['coupon']> & { isUsed?: true }) | null
  status: Billing['status']
  paymentStatus: Billing['paymentStatus']
  /** The period that is paid for, or the trial, began then. */
  periodStart: number
  lastBilledAt: number | null
  nextBillingAt: number | null
  cancelAt: number | null
  createdAt: number
  /** Grows with every change: what was decided on an older one does not count. */
  version: number
}

/** What was taken or tried to be taken from a card; below zero what was credited. */
export interface TestChargeRow {
  id: string
  saleId: string
  customerId: string
  /** As the customer reads it. */
  reason: string
  amountMinor: number
  currency: string
  status: 'PAID' | 'FAILED' | 'REFUNDED'
  createdAt: number
}

/** An open customer portal. */
export interface TestPortalRow {
  tokenDigest: string
  customerId: string
  appName: string
  returnUrl: string
  prices: OrderedPrice[]
  expiresAt: number
}

export interface TestPaymentsRepository {
  /** The customer of a member; `id` is used when there is none yet. */
  ensureCustomer(memberId: string, id: string): Promise<string>
  /** The checkout of its purchase; `row` is stored when there is none yet. */
  ensureCheckout(row: TestCheckoutRow): Promise<TestCheckoutRow>
  findCheckout(sessionId: string): Promise<TestCheckoutRow | null>
  /** From `OPEN` to something else; false when it was not open. Atomic. */
  closeCheckout(sessionId: string, status: Exclude<TestCheckoutStatus, 'OPEN'>): Promise<boolean>
  insertSale(sale: TestSaleRow): Promise<void>
  findSale(id: string): Promise<TestSaleRow | null>
  findSaleByPurchase(purchaseId: string): Promise<TestSaleRow | null>
  /** Puts the sale in the place of its version and counts the version up; false when it was not the newest. Atomic. */
  replaceSale(sale: TestSaleRow): Promise<boolean>
  /** Newest first. */
  listSales(customerId: string): Promise<TestSaleRow[]>
  insertCharge(charge: TestChargeRow): Promise<void>
  /** Marks what was paid for a sale as given back. */
  refundCharges(saleId: string): Promise<void>
  /** Newest first. */
  listCharges(customerId: string): Promise<TestChargeRow[]>
  insertPortal(portal: TestPortalRow): Promise<void>
  /** Null when unknown or expired. */
  findPortal(tokenDigest: string, now: number): Promise<TestPortalRow | null>
  deleteExpiredPortals(now: number): Promise<void>
}
