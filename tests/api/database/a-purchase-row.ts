import type { PurchaseRow } from '../../../api/features/payments/repository'
import type { ConnectionPurchase, PlanConnectionRow } from '../../../api/features/plans/repository'

const createdAt = 1_795_000_000_000

export const aPurchaseRow = (changes: Partial<PurchaseRow> = {}): PurchaseRow => ({
  id: 'pur_1',
  appId: 'app_demo',
  mode: 'test',
  memberId: 'mem_sb_1',
  planId: 'pln_pro',
  priceId: 'prc_pro-monthly',
  couponId: 'HALF',
  provider: 'test',
  account: null,
  sessionId: 'ses_1',
  externalId: 'sub_1',
  status: 'PAID',
  replaces: null,
  createdAt,
  expiresAt: createdAt + 1000,
  readsBegun: 0,
  readApplied: 0,
  lastReadAt: null,
  ...changes,
})

/** The provider's state of that purchase. */
export const aConnectionPurchase = (changes: Partial<ConnectionPurchase> = {}): ConnectionPurchase => ({
  id: 'pur_1',
  paymentStatus: 'PAID',
  amountMinor: 1000,
  currency: 'usd',
  lastBilledAt: createdAt,
  nextBillingAt: createdAt + 5000,
  cancelAt: null,
  ...changes,
})

/** A free connection of the same member. */
export const aConnectionRow = (changes: Partial<PlanConnectionRow> = {}): PlanConnectionRow => ({
  id: 'con_1',
  memberId: 'mem_sb_1',
  planId: 'pln_pro',
  priceId: null,
  status: 'ACTIVE',
  createdAt,
  purchase: null,
  ...changes,
})
