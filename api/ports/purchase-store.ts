import type { Mode } from '../lib/ids'
import type { ProviderName } from '../features/payments/provider'

/**
 * - `OPEN`: may still be paid
 * - `EXPIRED`: was not, and cannot be any more
 * - `PAID`: was, and the member holds what they bought, or held it
 * - `REPLACING`: paid; what it takes the place of has yet to be ended at the provider
 * - `SURPLUS`: was, and was changed at the provider to a plan that the member pays for already: has yet to be ended there
 * - `DUPLICATE`: paid although the member holds the plan already: has yet to be given back
 * - `REFUNDING`: paid; a part of it, or all, has yet to be given back at the provider
 * - `REFUNDED`: was given back
 */
export type PurchaseStatus =
  'OPEN' | 'EXPIRED' | 'PAID' | 'REPLACING' | 'SURPLUS' | 'DUPLICATE' | 'REFUNDING' | 'REFUNDED'

/** From the start of a checkout to the end of what was bought there. */
export interface PurchaseRow {
  id: string
  appId: string
  mode: Mode
  memberId: string
  planId: string
  /** As it was ordered; the price at hand is the connection's. */
  priceId: string
  couponId: string | null
  provider: ProviderName
  /** Null until the provider has made the checkout. */
  sessionId: string | null
  /** The provider's id of the subscription or payment; null until it is paid. */
  externalId: string | null
  status: PurchaseStatus
  /** Id of the purchase whose place this one takes. */
  replaces: string | null
  createdAt: number
  expiresAt: number
  /** Reads of the provider's state are numbered; one that began before the last one that counted is dropped. */
  readsBegun: number
  readApplied: number
  /** Null before the first. */
  lastReadAt: number | null
}

export type PurchaseChanges = Partial<
  Pick<PurchaseRow, 'sessionId' | 'externalId' | 'status' | 'readApplied' | 'lastReadAt' | 'priceId' | 'planId'>
>

export interface PurchaseRepository {
  insert(purchase: PurchaseRow): Promise<void>
  find(id: string): Promise<PurchaseRow | null>
  findBySession(provider: ProviderName, sessionId: string): Promise<PurchaseRow | null>
  findByExternalId(provider: ProviderName, externalId: string): Promise<PurchaseRow | null>
  update(id: string, changes: PurchaseChanges): Promise<void>
  /** Takes the number of a read that is about to begin. Atomic. Null when there is no such purchase. */
  beginRead(id: string): Promise<number | null>
  /** Oldest first. */
  listByMember(memberId: string): Promise<PurchaseRow[]>
  /** Deletes what ended before the time without having been paid. */
  deleteUnpaid(before: number): Promise<void>
  /**
   * Places of a plan that are being paid for right now. However many checkouts somebody has open, they take one place.
   * @param besides id of a member whose own place does not count
   */
  countOpenByPlan(appId: string, mode: Mode, planId: string, now: number, besides: string): Promise<number>
  /**
   * Ids of purchases to look up at their provider, at most `limit`, the longest unread first: those that something has yet
   * to be done about; and of those that nobody has read since `staleBefore` the paid ones whose next payment was due, and
   * those with a look that was begun and never counted.
   */
  listDue(now: number, staleBefore: number, limit: number): Promise<string[]>
}

/** Events that a provider sent, so that one that comes twice costs one look. */
export interface PaymentEventRepository {
  has(provider: ProviderName, eventId: string): Promise<boolean>
  /** False when it was there already. */
  insert(event: { provider: ProviderName; eventId: string; receivedAt: number }): Promise<boolean>
  deleteBefore(time: number): Promise<void>
}
