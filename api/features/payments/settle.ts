import type { Payments, PurchaseState } from './provider'
import type { PurchaseChanges, PurchaseRow } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { grantCredits } from '../tag-purchases/fulfilment'
import { grantPurchase } from './grant'
import { finishRefund } from '../tag-purchases/refund'
import { withTimeout } from '../../lib/concurrency'
import { reasonOf } from '../../domain/payments/reason-of'
import { ApiError } from '../../lib/errors'

export type SettleServices = Pick<
  Services,
  'store' | 'payments' | 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm' | 'logGrew'
>

/**
 * Brings what a member holds of a purchase to what the provider says of it. It may be called at any time, any number of
 * times and at once: reads of the provider are numbered, and one that began before the last one that counted is dropped.
 * What it began and a crash cut off, the next call ends.
 *
 * @param purchaseId `pur_…`; an unknown one is passed over
 * @throws ApiError `payment-provider-unavailable`; then nothing has changed, or the rest is left to the next call
 */
export async function settlePurchase(services: SettleServices, purchaseId: string): Promise<void> {
  const { store } = services
  const ticket = await store.purchases.beginRead(purchaseId)
  const purchase = await store.purchases.find(purchaseId)
  if (ticket === null || !purchase) return
  const payments = services.payments.named(purchase.provider, purchase.mode)
  // Nobody can be asked: it goes to the end of the queue.
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
  // Nothing of ours is locked while the provider thinks.
  const state = await payments.readPurchase({ purchaseId: id, sessionId, externalId })
  await services.store.transaction((repositories) => recordState(repositories, services, { id, ticket, state }))
  // Money that went back may have taken TrustTags with it.
  services.logGrew()
}

/** Its address was never given out: once its time is up, what the purchase reserved is free again. */
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

/** Writes what the provider said of a purchase, unless something newer was written already. In the caller's transaction. */
export async function recordState(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>,
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

/** What has been given back, or is about to be given back or ended, gives nothing any more. */
const GONE: ReadonlySet<PurchaseRow['status']> = new Set(['SURPLUS', 'DUPLICATE', 'REFUNDED'])

async function changesOf(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>,
  purchase: PurchaseRow,
  state: PurchaseState,
): Promise<PurchaseChanges> {
  if (state.status === 'OPEN') return {}
  if (state.status === 'EXPIRED') return purchase.status === 'OPEN' ? { status: 'EXPIRED' } : {}
  const { externalId, billing } = state
  if (GONE.has(purchase.status)) return { externalId }
  const order = await repositories.tagOrders.find(purchase.id)
  if (order) return { externalId, status: await grantCredits(repositories, services, { purchase, order, state }) }
  return { externalId, status: await grantPurchase(repositories, services, { ...purchase, externalId }, billing) }
}

/**
 * What a purchase leaves to be done at the provider: to end what it took the place of, or to be given back. Each step can
 * be repeated, and is noted once it is done.
 */
export async function finishPurchase(services: SettleServices, payments: Payments, purchaseId: string): Promise<void> {
  const { purchases } = services.store
  const purchase = await purchases.find(purchaseId)
  if (purchase?.status === 'REFUNDING') await finishRefund(services, payments, purchase)
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

/** How long an answer waits for the provider; what comes later shows with the next one. */
const WAIT_MS = 2_500

/**
 * Looks up what a member may have paid for or changed just now, so that who comes back from a checkout or the portal has
 * it at once. A provider that is slow or down delays the answer a little and breaks nothing.
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
 * Ends checkouts of a member that can still be paid: at the provider first, then here. One that turns out to be paid
 * gives the member what they paid for.
 * @param which purchases this is about
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

/**
 * Changes something at the provider and follows it here. A look at the purchase is announced first: if the process ends in
 * between, the look is still owed and the reconcile worker takes it.
 */
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
 * Ends at the provider whatever a member could still be charged for: checkouts that can be paid, and what is billed again.
 * @returns ids of the purchases that it dealt with
 * @throws ApiError `payment-provider-unavailable`; then the rest goes on as it was
 */
export async function endPurchases(services: SettleServices, memberId: string): Promise<Set<string>> {
  await expireOpenPurchases(services, memberId)
  const purchases = await services.store.purchases.listByMember(memberId)
  for (const purchase of purchases) if (purchase.externalId !== null) await end(services, purchase, purchase.externalId)
  // One whose checkout is being made right now is not dealt with: it may get an address yet.
  return new Set(purchases.filter(({ status }) => status !== 'OPEN').map(({ id }) => id))
}

async function end(services: SettleServices, purchase: PurchaseRow, externalId: string): Promise<void> {
  const { id, provider, mode } = purchase
  // What it has yet to give back, or to end in its turn, comes first.
  if (purchase.status !== 'PAID') await settlePurchase(services, id)
  const connection = await services.store.planConnections.findByPurchase(id)
  if (!connection || connection.status === 'CANCELED') return
  const payments = services.payments.named(provider, mode)
  if (!payments) throw new ApiError('payment-provider-unavailable')
  await changeAtProvider(services, id, () => payments.cancel(externalId))
}

/** Whether anything can still be paid that `endPurchases` did not deal with. Under the lock of the member. */
export async function hasOtherPurchases(
  { purchases }: Pick<Repositories, 'purchases'>,
  memberId: string,
  ended: ReadonlySet<string>,
): Promise<boolean> {
  const all = await purchases.listByMember(memberId)
  return all.some((purchase) => !ended.has(purchase.id) && (purchase.externalId !== null || isPayable(purchase)))
}

const isPayable = ({ status, sessionId }: PurchaseRow): boolean => status === 'OPEN' && sessionId !== null
