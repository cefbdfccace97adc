import type { PaidState, Payments, PurchaseState } from './provider'
import type { PurchaseChanges, PurchaseRow, PurchaseStatus } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { grantPurchase } from './grant'
import { withTimeout } from '../../lib/concurrency'

import { reasonOf } from '../../domain/payments/reason-of'
import { ApiError } from '../../lib/errors'

export type SettleServices = Pick<
  Services,
  'store' | 'payments' | 'fulfilment' | 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm' | 'logGrew'
>

/** Orders of another feature that purchases pay for, such as TrustTag credits. Composition passes them in. */
export interface OrderFulfilment {
  /**
   * Grants what was ordered. Runs under the lock of the member.
   * @returns the new status of the purchase; null when it pays for no such order
   */
  grant(
    repositories: Repositories,
    services: SettleServices,
    paid: { purchase: PurchaseRow; state: PaidState },
  ): Promise<PurchaseStatus | null>
  /** Refunds at the provider what a `REFUNDING` purchase owes. Idempotent. */
  refund(services: SettleServices, payments: Payments, purchase: PurchaseRow): Promise<void>
}

/**
 * Reconciles a purchase with the provider's state, which is the source of truth. Idempotent and safe in parallel: reads are
 * numbered, and an older read never overwrites a newer one. After a crash the next call finishes.
 *
 * @param purchaseId `pur_…`; an unknown one is ignored
 * @throws ApiError `payment-provider-unavailable`; then nothing has changed, or the rest is left to the next call
 */
export async function settlePurchase(services: SettleServices, purchaseId: string): Promise<void> {
  const { store } = services
  const ticket = await store.purchases.beginRead(purchaseId)
  const purchase = await store.purchases.find(purchaseId)
  if (ticket === null || !purchase) return
  const payments = services.payments.named(purchase.provider, purchase.mode)
  // The provider is not configured: the purchase goes to the end of the queue.
  if (!payments) return store.purchases.update(purchaseId, { lastReadAt: services.clock.now() })
  if (purchase.sessionId === null) return giveUp(services, purchase, ticket)
  await readState(services, payments, { ...purchase, sessionId: purchase.sessionId }, ticket)
  await finishPurchase(services, payments, purchaseId)
}

async function readState(
  services: SettleServices,
  payments: Payments,
  { id, sessionId, externalId }: PurchaseRow & { sessionId: string },
  ticket: number,
): Promise<void> {
  // No lock is held during the provider's request.
  const state = await payments.readPurchase({ purchaseId: id, sessionId, externalId })
  await services.store.transaction((repositories) => recordState(repositories, services, { id, ticket, state }))
  // A reversed payment may have revoked TrustTags.
  services.logGrew()
}

/** The checkout's URL was never returned: after its time the reserved seat is free again. */
async function giveUp({ store, clock }: SettleServices, purchase: PurchaseRow, readApplied: number): Promise<void> {
  const now = clock.now()
  const isOver = purchase.status === 'OPEN' && purchase.expiresAt <= now
  await store.purchases.update(purchase.id, { readApplied, lastReadAt: now, ...(isOver && { status: 'EXPIRED' }) })
}

interface Read {
  /** Of the purchase. */
  id: string
  /** Number of the read. */
  ticket: number
  state: PurchaseState
}

/** Writes the provider's state, unless a newer read was written. In the caller's transaction. */
async function recordState(
  repositories: Repositories,
  services: SettleServices,
  { id, ticket, state }: Read,
): Promise<void> {
  const known = await repositories.purchases.find(id)
  const member = known && (await repositories.members.lock(known.memberId))
  const purchase = member && (await repositories.purchases.find(id))
  if (!purchase || ticket <= purchase.readApplied) return
  const read: PurchaseChanges = { readApplied: ticket, lastReadAt: services.clock.now() }
  const changes = await changesOf(repositories, services, purchase, state)
  await repositories.purchases.update(id, { ...read, ...changes })
}

/** Statuses of purchases that grant nothing any more. */
const GONE: ReadonlySet<PurchaseRow['status']> = new Set(['SURPLUS', 'DUPLICATE', 'REFUNDED'])

async function changesOf(
  repositories: Repositories,
  services: SettleServices,
  purchase: PurchaseRow,
  state: PurchaseState,
): Promise<PurchaseChanges> {
  if (state.status === 'OPEN') return {}
  if (state.status === 'EXPIRED') return purchase.status === 'OPEN' ? { status: 'EXPIRED' } : {}
  const { externalId, billing } = state
  if (GONE.has(purchase.status)) return { externalId }
  const status =
    (await services.fulfilment.grant(repositories, services, { purchase, state })) ??
    (await grantPurchase(repositories, services, { ...purchase, externalId }, billing))
  return { externalId, status }
}

/** Finishes at the provider: ends a replaced purchase, or refunds. Each step is idempotent and recorded when done. */
export async function finishPurchase(services: SettleServices, payments: Payments, purchaseId: string): Promise<void> {
  const { purchases } = services.store
  const purchase = await purchases.find(purchaseId)
  if (purchase?.status === 'REFUNDING') await services.fulfilment.refund(services, payments, purchase)
  if (purchase?.status === 'DUPLICATE' && purchase.externalId !== null) {
    await payments.refund(purchase.externalId)
    await purchases.update(purchaseId, { status: 'REFUNDED' })
  }
  if (purchase?.status === 'REPLACING' || purchase?.status === 'SURPLUS') {
    await endReplaced(services, purchase)
    if (purchase.status === 'SURPLUS' && purchase.externalId !== null) await payments.cancel(purchase.externalId)
    await purchases.update(purchaseId, { status: 'PAID' })
  }
}

async function endReplaced(
  { store, payments }: Pick<Services, 'store' | 'payments'>,
  { replaces }: PurchaseRow,
): Promise<void> {
  const old = replaces === null ? null : await store.purchases.find(replaces)
  if (old?.externalId) await payments.named(old.provider, old.mode)?.cancel(old.externalId)
}

/** A response waits this long for the provider; later results show in the next one. */
const WAIT_MS = 2_500

/**
 * Reconciles purchases that the member may have paid for or changed just now, so that a return from checkout or portal shows it
 * at once. A slow provider delays the response a little and breaks nothing.
 */
export async function settleOpenPurchases(
  services: SettleServices & Pick<Services, 'log'>,
  memberId: string,
): Promise<void> {
  const all = await services.store.purchases.listByMember(memberId)
  const open = all.filter(
    ({ status, sessionId, readsBegun, readApplied }) =>
      sessionId !== null && (status === 'OPEN' || (status === 'PAID' && readsBegun > readApplied)),
  )
  if (open.length === 0) return
  const settled = open.map(({ id }) =>
    settlePurchase(services, id).catch((error: unknown) =>
      services.log.warn({ purchase: id, reason: reasonOf(error) }, 'a purchase could not be looked up'),
    ),
  )
  await withTimeout(Promise.all(settled), WAIT_MS)
}

/**
 * Ends the open checkouts of a member, first at the provider, then here. One that was paid meanwhile is granted.
 * @param which filter, all by default
 * @throws ApiError `payment-provider-unavailable`
 */
export async function expireOpenPurchases(
  services: SettleServices,
  memberId: string,
  which: (purchase: PurchaseRow) => boolean = () => true,
): Promise<void> {
  const all = await services.store.purchases.listByMember(memberId)
  for (const purchase of all) {
    if (purchase.status !== 'OPEN' || purchase.sessionId === null || !which(purchase)) continue
    await services.payments.named(purchase.provider, purchase.mode)?.expireCheckout(purchase.sessionId)
    await settlePurchase(services, purchase.id)
  }
}

/** Changes a purchase at the provider, then reconciles it. The read is announced first, so after a crash the worker does it. */
export async function changeAtProvider<T>(
  services: SettleServices,
  purchaseId: string,
  change: () => Promise<T>,
): Promise<T> {
  await services.store.purchases.beginRead(purchaseId)
  const changed = await change()
  await settlePurchase(services, purchaseId)
  return changed
}

/**
 * Ends everything that a member could still be charged for: open checkouts and subscriptions.
 * @returns ids of the ended purchases
 * @throws ApiError `payment-provider-unavailable`; then the rest is unchanged
 */
export async function endPurchases(services: SettleServices, memberId: string): Promise<Set<string>> {
  await expireOpenPurchases(services, memberId)
  const purchases = await services.store.purchases.listByMember(memberId)
  for (const purchase of purchases) if (purchase.externalId !== null) await end(services, purchase, purchase.externalId)
  // A checkout that is being created right now may still get a URL: it does not count as ended.
  return new Set(purchases.filter(({ status }) => status !== 'OPEN').map(({ id }) => id))
}

async function end(services: SettleServices, purchase: PurchaseRow, externalId: string): Promise<void> {
  const { id, provider, mode } = purchase
  // Owed refunds and replacements come first.
  if (purchase.status !== 'PAID') await settlePurchase(services, id)
  const connection = await services.store.planConnections.findByPurchase(id)
  if (!connection || connection.status === 'CANCELED') return
  const payments = services.payments.named(provider, mode)
  if (!payments) throw new ApiError('payment-provider-unavailable')
  await changeAtProvider(services, id, () => payments.cancel(externalId))
}

/** Whether anything that `endPurchases` did not end can still be paid. Runs under the lock of the member. */
export async function hasOtherPurchases(
  { purchases }: Pick<Repositories, 'purchases'>,
  memberId: string,
  ended: ReadonlySet<string>,
): Promise<boolean> {
  const all = await purchases.listByMember(memberId)
  return all.some((purchase) => !ended.has(purchase.id) && (purchase.externalId !== null || isPayable(purchase)))
}

const isPayable = ({ status, sessionId }: PurchaseRow): boolean => status === 'OPEN' && sessionId !== null
