import type { PlanConnection } from '../../contract/entities'
import type { Mode } from '../lib/ids'

type PaymentProvider = 'test' | 'stripe'

/** Amounts are in minor units of their currency, times epoch milliseconds. */
export interface CommerceTables {
  /** With the purchase's latest state at the payment provider. */
  planConnections: {
    id: string
    appId: string
    mode: Mode
    memberId: string
    planId: string
    priceId: string | null
    status: PlanConnection['status']
    createdAt: number
    /** Null, like the columns below: never paid. */
    purchaseId: string | null
    paymentStatus: NonNullable<PlanConnection['payment']>['status'] | null
    amountMinor: number | null
    currency: string | null
    lastBilledAt: number | null
    nextBillingAt: number | null
    /** The agreed end, if any. */
    cancelAt: number | null
  }
  /** From checkout to the end of what was bought. */
  purchases: {
    id: string
    appId: string
    mode: Mode
    memberId: string
    planId: string
    /** As ordered; the connection has the current price. */
    priceId: string
    couponId: string | null
    provider: PaymentProvider
    /** The app's own account at the provider; null: the server's. */
    account: string | null
    /** Null until the provider has created the checkout. */
    sessionId: string | null
    /** The provider's subscription or payment; null until paid. */
    externalId: string | null
    status: PurchaseStatus
    replaces: string | null
    createdAt: number
    expiresAt: number
    /** Numbers reads of the provider's state: one that began before the last applied read is dropped. */
    readsBegun: number
    readApplied: number
    lastReadAt: number | null
    /** When its charges and refunds were read; null: not yet. */
    ledgerReadAt: number | null
  }
  /** Processed events of providers: a repeated one costs one read. */
  paymentEvents: { provider: PaymentProvider; eventId: string; receivedAt: number }
  teams: {
    id: string
    appId: string
    mode: Mode
    ownerId: string
    /** The owner's plan connection, which determines the shared plan and its access. */
    connectionId: string
    /** 256 random bits in plain text: the owner reads it repeatedly (design section 2, "invite link"). */
    inviteToken: string
    createdAt: number
  }
  teamMembers: { teamId: string; memberId: string; role: 'OWNER' | 'MEMBER'; joinedAt: number }
  testCustomers: { memberId: string; id: string }
  testCheckouts: {
    purchaseId: string
    appName: string
    customerId: string
    /** JSON, as `coupon` and `metadata`. */
    price: string
    coupon: string | null
    metadata: string
    successUrl: string
    cancelUrl: string
    expiresAt: number
    /** 256 random bits: anyone with the URL may pay. */
    sessionId: string
    status: 'OPEN' | 'PAID' | 'EXPIRED'
  }
  /** A subscription or one-time payment from a checkout. */
  testSales: {
    id: string
    purchaseId: string
    customerId: string
    price: string
    coupon: string | null
    status: PlanConnection['status']
    paymentStatus: NonNullable<PlanConnection['payment']>['status']
    /** Start of the paid period or the trial. */
    periodStart: number
    lastBilledAt: number | null
    nextBillingAt: number | null
    cancelAt: number | null
    createdAt: number
    /** Optimistic lock: a change of an older version is refused. */
    version: number
  }
  /** Paid or refused; below zero: credited. */
  testCharges: {
    id: string
    saleId: string
    customerId: string
    reason: string
    amountMinor: number
    currency: string
    status: 'PAID' | 'FAILED' | 'REFUNDED'
    createdAt: number
  }
  testPortals: {
    tokenDigest: string
    customerId: string
    appName: string
    returnUrl: string
    /** JSON. */
    prices: string
    expiresAt: number
  }
  /** Purchase record of TrustTags (seed 000 section 3); the purchase of the same id has the payment. */
  tagOrders: {
    purchaseId: string
    appId: string
    mode: Mode
    memberId: string
    userEmail: string
    packageType: string
    numberOfTags: number
    amountMinor: number
    currency: string
    /** JSON: skills of the attempts that the buyer chose. */
    selectedSkills: string
    createdAt: number
    paidAt: number | null
    refundedMinor: number
    /** Pending refund of credits that are `REFUNDED` already. */
    refundingMinor: number
    disputedAt: number | null
    note: string
  }
  /** One row per credit: a balance cannot fall below zero, and a credit is spent once. */
  credits: {
    id: string
    appId: string
    mode: Mode
    memberId: string
    /** Null: the free offer. */
    purchaseId: string | null
    status: CreditStatus
    tagId: string | null
    createdAt: number
    changedAt: number
  }
  /** Digests of emails that had the free credit, kept after the member is deleted. */
  offerClaims: { appId: string; mode: Mode; emailDigest: string; claimedAt: number }
}

/**
 * - `OPEN`: can still be paid
 * - `EXPIRED`: was not paid in time
 * - `PAID`: was paid, and the member has or had what they bought
 * - `REPLACING`: paid; the purchase that it replaces has yet to be ended at the provider
 * - `SURPLUS`: changed at the provider to a plan that the member pays for already: has yet to be ended there
 * - `DUPLICATE`: paid although the member has the plan already: has yet to be refunded
 * - `REFUNDING`: paid; a part of it, or all, has yet to be refunded at the provider
 * - `REFUNDED`: was refunded
 */
type PurchaseStatus = 'OPEN' | 'EXPIRED' | 'PAID' | 'REPLACING' | 'SURPLUS' | 'DUPLICATE' | 'REFUNDING' | 'REFUNDED'

/**
 * - `AVAILABLE`: one TrustTag can be issued with it
 * - `SPENT`: one was
 * - `REFUNDED`: its money was refunded
 * - `REVOKED`: its payment was disputed, or reversed at the provider
 */
type CreditStatus = 'AVAILABLE' | 'SPENT' | 'REFUNDED' | 'REVOKED'
