import type { Mode } from '../../lib/ids'
import type { PageCursor } from '../../database/sql'

/**
 * One row is one credit, so a balance cannot go below zero, and a credit can be spent once.
 * - `AVAILABLE`: one TrustTag can be issued with it
 * - `SPENT`: one was
 * - `REFUNDED`: its money was given back
 * - `REVOKED`: its payment was disputed, or reversed at the provider
 */
export type CreditStatus = 'AVAILABLE' | 'SPENT' | 'REFUNDED' | 'REVOKED'

export interface CreditRow {
  /** `crd_…` */
  id: string
  appId: string
  mode: Mode
  memberId: string
  /** Null: the free offer. */
  purchaseId: string | null
  status: CreditStatus
  /** The TrustTag it was spent on. */
  tagId: string | null
  createdAt: number
  changedAt: number
}

export interface CreditRepository {
  insert(credit: CreditRow): Promise<void>
  /** Oldest first. */
  listByMember(memberId: string): Promise<CreditRow[]>
  listByPurchase(purchaseId: string): Promise<CreditRow[]>
  /**
   * Moves a credit from one status to another; false when it no longer had the first one. Atomic.
   * @param tagId of the TrustTag it is spent on; null takes it off
   */
  move(id: string, from: CreditStatus, to: CreditStatus, at: number, tagId?: string | null): Promise<boolean>
}

/** The purchase record of TrustTags (seed 000 section 3); the payment itself is the purchase of the same id. */
export interface TagOrderRow {
  /** Id of the purchase (`pur_…`). */
  purchaseId: string
  appId: string
  mode: Mode
  memberId: string
  userEmail: string
  /** Id of the package. */
  packageType: string
  numberOfTags: number
  amountMinor: number
  currency: string
  /** Skills of the attempts that the buyer chose to have issued. */
  selectedSkills: string[]
  createdAt: number
  paidAt: number | null
  /** Given back so far. */
  refundedMinor: number
  /** About to be given back for credits that are `REFUNDED` already. */
  refundingMinor: number
  disputedAt: number | null
  /** The owner's own words. */
  note: string
}

export interface TagOrderRepository {
  insert(order: TagOrderRow): Promise<void>
  find(purchaseId: string): Promise<TagOrderRow | null>
  update(
    purchaseId: string,
    changes: Partial<
      Pick<TagOrderRow, 'selectedSkills' | 'paidAt' | 'refundedMinor' | 'refundingMinor' | 'disputedAt' | 'note'>
    >,
  ): Promise<void>
  /** Newest first. */
  listByMember(memberId: string): Promise<TagOrderRow[]>
  /** Newest first. @param before where the page before ended; null for the first one */
  listByApp(appId: string, mode: Mode, limit: number, before: PageCursor | null): Promise<TagOrderRow[]>
}

/** Who had the free credit: kept as a digest of the address, also after the member is gone. */
export interface OfferClaimRepository {
  /** False when the address had it already. Atomic. */
  insert(claim: { appId: string; mode: Mode; emailDigest: string; claimedAt: number }): Promise<boolean>
  has(appId: string, mode: Mode, emailDigest: string): Promise<boolean>
}
