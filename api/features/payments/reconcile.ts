import { RECONCILE_INTERVAL_SECONDS } from '../../../contract/limits'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { SharedRuns, withTimeout } from '../../lib/concurrency'
import { reasonOf } from '../../lib/errors'
import { lockMemberById } from '../members/repository'
import { findConnectionByPurchase } from '../plans/repository'
import { grantPurchase } from './grant'
import { recordPayments } from './ledger'
import { type PaidState, type Payments, paymentsOf, type PurchaseState, requirePaymentsOf } from './provider'
import { beginPurchaseRead, findPurchase, listDuePurchases, listPurchases, updatePurchase } from './repository'
import type { PurchaseChanges, PurchaseRow, PurchaseStatus } from './repository'

declare module '../../http/services' {
  interface Services {
    fulfilment: OrderFulfilment
  }
}

/** Services that fulfillment needs. The feature that fulfills orders adds its own (`declare module`). */
export interface FulfilmentServices extends Pick<Services, 'store' | 'payments' | 'secrets' | 'clock' | 'mirror'> {
  logGrew(): void
}

export type ReconcileServices = FulfilmentServices & Pick<Services, 'fulfilment'>

/** Orders of another feature that purchases pay for, such as TrustTag credits. Passed in by the composition root. */
export interface OrderFulfilment {
  /** Grants the order, under the member's lock. @returns the purchase's new status; null for other purchases */
  grant(
    tx: Tx,
    services: ReconcileServices,
    paid: { purchase: PurchaseRow; state: PaidState },
  ): Promise<PurchaseStatus | null>
  /** Refunds what a `REFUNDING` purchase owes, at the provider. Idempotent. */
  refund(services: ReconcileServices, payments: Payments, purchase: PurchaseRow): Promise<void>
}

/**
 * Reconciles a purchase with the provider, the source of truth. Idempotent and safe in parallel: reads are numbered,
 * and an older read never overwrites a newer one. After a crash, the next call finishes.
 * @param purchaseId `pur_…`; ignored if unknown
 * @throws ApiError `payment-provider-unavailable`; then nothing has changed, or the next call does the rest
 */
export async function reconcilePurchase(services: ReconcileServices, purchaseId: string): Promise<void> {
  const { store } = services
  const ticket = await beginPurchaseRead(store, purchaseId)
  const purchase = await findPurchase(store, purchaseId)
  if (ticket === null || !purchase) return
  const payments = await paymentsOf(services.payments, purchase)
  // The provider is not configured: the purchase goes to the end of the queue.
  if (!payments) return updatePurchase(store, purchaseId, { lastReadAt: services.clock.now() })
  if (purchase.sessionId === null) return giveUp(services, purchase, ticket)
  await readState(services, payments, { ...purchase, sessionId: purchase.sessionId }, ticket)
  await finishPurchase(services, payments, purchaseId)
}

async function readState(
  services: ReconcileServices,
  payments: Payments,
  { id, sessionId, externalId }: PurchaseRow & { sessionId: string },
  ticket: number,
): Promise<void> {
  // No lock is held during the provider's request.
  const state = await payments.readPurchase({ purchaseId: id, sessionId, externalId })
  await services.store.transaction((tx) => recordState(tx, services, { id, ticket, state }))
  if (state.status === 'PAID') await recordPayments(services, id)
  // A reversed payment may have revoked TrustTags.
  services.logGrew()
}

/** The checkout's URL was never returned: the reserved seat is free again once the checkout expires. */
async function giveUp({ store, clock }: ReconcileServices, purchase: PurchaseRow, readApplied: number): Promise<void> {
  const now = clock.now()
  const isOver = purchase.status === 'OPEN' && purchase.expiresAt <= now
  await updatePurchase(store, purchase.id, { readApplied, lastReadAt: now, ...(isOver && { status: 'EXPIRED' }) })
}

interface Read {
  id: string
  /** Number of the read. */
  ticket: number
  state: PurchaseState
}

/** Writes the provider's state unless a newer read did, in the caller's transaction. */
async function recordState(tx: Tx, services: ReconcileServices, { id, ticket, state }: Read): Promise<void> {
  const known = await findPurchase(tx, id)
  const member = known && (await lockMemberById(tx, known.memberId))
  const purchase = member && (await findPurchase(tx, id))
  if (!purchase || ticket <= purchase.readApplied) return
  const read: PurchaseChanges = { readApplied: ticket, lastReadAt: services.clock.now() }
  const changes = await changesOf(tx, services, purchase, state)
  await updatePurchase(tx, id, { ...read, ...changes })
}

/** Statuses of purchases that no longer grant anything. */
const GONE: ReadonlySet<PurchaseRow['status']> = new Set(['SURPLUS', 'DUPLICATE', 'REFUNDED'])

async function changesOf(
  tx: Tx,
  services: ReconcileServices,
  purchase: PurchaseRow,
  state: PurchaseState,
): Promise<PurchaseChanges> {
  if (state.status === 'OPEN') return {}
  if (state.status === 'EXPIRED') return purchase.status === 'OPEN' ? { status: 'EXPIRED' } : {}
  const { externalId, billing } = state
  if (GONE.has(purchase.status)) return { externalId }
  const status =
    (await services.fulfilment.grant(tx, services, { purchase, state })) ??
    (await grantPurchase(tx, services, { ...purchase, externalId }, billing))
  return { externalId, status }
}

/** Finishes at the provider: ends a replaced purchase, or refunds. Each step is idempotent, and recorded when done. */
export async function finishPurchase(
  services: ReconcileServices,
  payments: Payments,
  purchaseId: string,
): Promise<void> {
  const purchase = await findPurchase(services.store, purchaseId)
  if (purchase?.status === 'REFUNDING') await services.fulfilment.refund(services, payments, purchase)
  if (purchase?.status === 'DUPLICATE' && purchase.externalId !== null) {
    await payments.refund(purchase.externalId)
    await updatePurchase(services.store, purchaseId, { status: 'REFUNDED' })
  }
  if (purchase?.status === 'REPLACING' || purchase?.status === 'SURPLUS') {
    await endReplaced(services, purchase)
    if (purchase.status === 'SURPLUS' && purchase.externalId !== null) await payments.cancel(purchase.externalId)
    await updatePurchase(services.store, purchaseId, { status: 'PAID' })
  }
}

async function endReplaced(
  { store, payments }: Pick<Services, 'store' | 'payments'>,
  { replaces }: PurchaseRow,
): Promise<void> {
  const old = replaces === null ? null : await findPurchase(store, replaces)
  if (old?.externalId) await (await paymentsOf(payments, old))?.cancel(old.externalId)
}

/** A response waits this long for the provider; later results are in the next one. */
const WAIT_MS = 2_500

/** Lets a return from checkout or portal show its result at once. A slow provider only delays the response a little. */
export async function reconcileOpenPurchases(
  services: ReconcileServices & Pick<Services, 'log'>,
  memberId: string,
): Promise<void> {
  const all = await listPurchases(services.store, memberId)
  const open = all.filter(
    ({ status, sessionId, readsBegun, readApplied }) =>
      sessionId !== null && (status === 'OPEN' || (status === 'PAID' && readsBegun > readApplied)),
  )
  if (open.length === 0) return
  const settled = open.map(({ id }) =>
    reconcilePurchase(services, id).catch((error: unknown) =>
      services.log.warn({ purchase: id, reason: reasonOf(error) }, 'could not check a purchase'),
    ),
  )
  await withTimeout(Promise.all(settled), WAIT_MS)
}

/**
 * Ends a member's open checkouts, first at the provider, then here. Grants one that was paid in between.
 * @param which filter; default: all
 * @throws ApiError `payment-provider-unavailable`
 */
export async function expireOpenPurchases(
  services: ReconcileServices,
  memberId: string,
  which: (purchase: PurchaseRow) => boolean = () => true,
): Promise<void> {
  const all = await listPurchases(services.store, memberId)
  for (const purchase of all) {
    if (purchase.status !== 'OPEN' || purchase.sessionId === null || !which(purchase)) continue
    await (await paymentsOf(services.payments, purchase))?.expireCheckout(purchase.sessionId)
    await reconcilePurchase(services, purchase.id)
  }
}

/** Announces the read before the change, so that the worker reconciles the purchase after a crash. */
export async function changeAtProvider<T>(
  services: ReconcileServices,
  purchaseId: string,
  change: () => Promise<T>,
): Promise<T> {
  await beginPurchaseRead(services.store, purchaseId)
  const changed = await change()
  await reconcilePurchase(services, purchaseId)
  return changed
}

/**
 * Ends everything that could still charge a member: open checkouts and subscriptions.
 * @returns ids of the ended purchases
 * @throws ApiError `payment-provider-unavailable`; then the rest is unchanged
 */
export async function endPurchases(services: ReconcileServices, memberId: string): Promise<Set<string>> {
  await expireOpenPurchases(services, memberId)
  const purchases = await listPurchases(services.store, memberId)
  for (const purchase of purchases) if (purchase.externalId !== null) await end(services, purchase, purchase.externalId)
  // A checkout in creation may still get a URL, so it has not ended.
  return new Set(purchases.filter(({ status }) => status !== 'OPEN').map(({ id }) => id))
}

async function end(services: ReconcileServices, purchase: PurchaseRow, externalId: string): Promise<void> {
  const { id } = purchase
  // Finish refunds and replacements that are due first.
  if (purchase.status !== 'PAID') await reconcilePurchase(services, id)
  const connection = await findConnectionByPurchase(services.store, id)
  if (!connection || connection.status === 'CANCELED') return
  const payments = await requirePaymentsOf(services.payments, purchase)
  await changeAtProvider(services, id, () => payments.cancel(externalId))
}

/** Whether a payment is still possible that `endPurchases` did not end. Runs under the member's lock. */
export async function hasOtherPurchases(db: Db, memberId: string, ended: ReadonlySet<string>): Promise<boolean> {
  const all = await listPurchases(db, memberId)
  return all.some((purchase) => !ended.has(purchase.id) && (purchase.externalId !== null || isPayable(purchase)))
}

const isPayable = ({ status, sessionId }: PurchaseRow): boolean => status === 'OPEN' && sessionId !== null

const CONCURRENCY = 4
const PER_LOOK_MAX = 500
/** How often to read purchases whose provider should have sent an event. */
const STALE_MS = 60 * 60 * 1000

interface ReconcileWorker {
  /** Reads what is due now and every minute, including the work of a killed process or a lost event. */
  start(): void
  /** Resolves when everything due was tried once. */
  look(): Promise<void>
  /** Starts nothing more. @param graceMs then it stops waiting for running reads; the next start repeats them */
  stop(graceMs: number): Promise<void>
}

interface ReconcileWorkerOptions extends ReconcileServices, Pick<Services, 'log'> {
  /** Runs the work unless another process does. */
  alone?: (work: () => Promise<void>) => Promise<void>
}

export function createReconcileWorker({ alone = atOnce, ...services }: ReconcileWorkerOptions): ReconcileWorker {
  const { store, clock, log } = services
  const state = { stopped: false }
  const runs = new SharedRuns<void>()
  let timer: NodeJS.Timeout | undefined

  const reconcileAll = async (ids: Iterator<string>): Promise<void> => {
    for (let next = ids.next(); !next.done && !state.stopped; next = ids.next()) await reconcile(services, next.value)
  }
  const reconcileStale = async (staleBefore: number): Promise<void> => {
    const due = await listDuePurchases(store, clock.now(), staleBefore, PER_LOOK_MAX)
    const ids = due.values()
    await Promise.all(Array.from({ length: CONCURRENCY }, () => reconcileAll(ids)))
  }
  const look = (staleBefore = clock.now() - STALE_MS): Promise<void> => {
    if (state.stopped) return Promise.resolve()
    return runs.run(() =>
      alone(() => reconcileStale(staleBefore)).catch((error: unknown) =>
        log.error({ reason: reasonOf(error) }, 'could not check purchases'),
      ),
    )
  }
  return {
    start() {
      timer ??= setInterval(() => void look(), RECONCILE_INTERVAL_SECONDS * 1000).unref()
      // No process works on purchases of an earlier run.
      void look(clock.now())
    },
    look: () => look(),
    async stop(graceMs) {
      clearInterval(timer)
      state.stopped = true
      await withTimeout(runs.current(), graceMs)
    },
  }
}

const atOnce = (work: () => Promise<void>): Promise<void> => work()

/** A purchase that cannot be read goes to the end of the queue and does not block others. */
async function reconcile(services: ReconcileServices & Pick<Services, 'log'>, id: string): Promise<void> {
  try {
    await reconcilePurchase(services, id)
  } catch (error) {
    services.log.warn({ purchase: id, reason: reasonOf(error) }, 'could not check a purchase')
    await updatePurchase(services.store, id, { lastReadAt: services.clock.now() })
  }
}
