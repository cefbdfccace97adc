import { CREDIT_REFUND_DAYS } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import type { Db, Tx } from '../../database/db'
import { findAppById } from '../apps/repository'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { lockMemberById } from '../members/repository'
import { queueMirrorJob } from '../mirror/jobs'
import { type Payments, paymentsOf } from '../payments/provider'
import { finishPurchase, reconcilePurchase, type ReconcileServices } from '../payments/reconcile'
import { beginPurchaseRead, findPurchase, type PurchaseRow, updatePurchase } from '../payments/repository'
import { listCreditsOfPurchase, moveCredit } from '../tags/credits'
import { tagRefundMail } from './mails'
import { findTagOrder, type TagOrderRow, updateTagOrder } from './repository'

const DAY_MS = 24 * 60 * 60 * 1000

/** Unused credits are refunded on request until then. */
export const refundableUntil = (paidAt: number): number => paidAt + CREDIT_REFUND_DAYS * DAY_MS

interface RefundOptions {
  /** False for owners, who may refund later too. */
  hasDeadline: boolean
  /** Locks the member of the purchase; throws if the caller may not act for them. */
  lock: (tx: Tx) => Promise<unknown>
}

/**
 * Refunds the unused credits of a purchase, an equal share for each: first the credits, under the member's lock, so
 * that none is both spent and refunded; then the money. After a crash in between, the reconcile worker finishes.
 * @returns `later` if the provider is unreachable: the reconcile worker repeats the refund
 * @throws ApiError `nothing-to-refund`, `refund-period-over`, `payments-not-configured`,
 * `payment-provider-unavailable`; then nothing has changed
 */
export async function refundUnused(
  services: ReconcileServices,
  purchase: PurchaseRow,
  options: RefundOptions,
): Promise<'done' | 'later'> {
  const { id, status } = purchase
  const payments = await paymentsOf(services.payments, purchase)
  if (!payments) throw new ApiError('payments-not-configured')
  // Otherwise an earlier request took the credits: continue its refund.
  if (status !== 'REFUNDING') {
    // Read refunds at the provider, so that nothing is refunded twice.
    await reconcilePurchase(services, id)
    await services.store.transaction((tx) => takeUnused(tx, services, id, options))
  }
  try {
    await finishPurchase(services, payments, id)
    return 'done'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment-provider-unavailable') return 'later'
    throw error
  }
}

async function takeUnused(
  tx: Tx,
  { clock }: ReconcileServices,
  id: string,
  { lock, hasDeadline }: RefundOptions,
): Promise<void> {
  await lock(tx)
  const now = clock.now()
  const order = await findTagOrder(tx, id)
  const status = (await findPurchase(tx, id))?.status
  // A parallel request was faster.
  if (status === 'REFUNDING') return
  if (!order || order.paidAt === null || status !== 'PAID') throw new ApiError('nothing-to-refund')
  const rows = await listCreditsOfPurchase(tx, id)
  const unused = rows.filter((credit) => credit.status === 'AVAILABLE')
  if (unused.length === 0) throw new ApiError('nothing-to-refund')
  if (hasDeadline && refundableUntil(order.paidAt) <= now) throw new ApiError('refund-period-over')
  for (const credit of unused) await moveCredit(tx, credit.id, 'AVAILABLE', 'REFUNDED', now)
  const before = rows.filter((credit) => credit.status === 'REFUNDED').length
  await updateTagOrder(tx, id, { refundingMinor: due(order, before, unused.length) })
  await updatePurchase(tx, id, { status: 'REFUNDING' })
}

const due = (order: TagOrderRow, before: number, unused: number): number =>
  shareOf(order, before + unused) - shareOf(order, before)

/**
 * Refunds the money of `REFUNDED` credits. Idempotent and safe in parallel: the provider's key contains the number of
 * refunded credits, and the first caller records the result.
 */
export async function finishRefund(
  services: ReconcileServices,
  payments: Payments,
  { id, memberId, externalId }: PurchaseRow,
): Promise<void> {
  const { store } = services
  const order = await findTagOrder(store, id)
  if (!order || externalId === null) return
  const count = await countRefunded(store, id)
  const given = await payments.refundPart(externalId, order.refundingMinor, `${id}:${count}`)
  await store.transaction(async (tx) => {
    await lockMemberById(tx, memberId)
    const current = await findTagOrder(tx, id)
    const isRecorded = !current?.refundingMinor || (await countRefunded(tx, id)) !== count
    if (!isRecorded) await recordRefund(tx, services, current, given)
  })
  // The next read finds refunds made at the provider in between.
  await beginPurchaseRead(store, id)
}

async function countRefunded(db: Db, purchaseId: string): Promise<number> {
  return (await listCreditsOfPurchase(db, purchaseId)).filter(({ status }) => status === 'REFUNDED').length
}

async function recordRefund(tx: Tx, services: ReconcileServices, order: TagOrderRow, given: number): Promise<void> {
  const { purchaseId, appId, mode, userEmail: email } = order
  const refundedMinor = order.refundedMinor + given
  await updateTagOrder(tx, purchaseId, { refundedMinor, refundingMinor: 0 })
  await updatePurchase(tx, purchaseId, { status: refundedMinor >= order.amountMinor ? 'REFUNDED' : 'PAID' })
  await queueMirrorJob(tx, services, { appId, mode, kind: 'purchase', recordId: purchaseId })
  const app = given > 0 ? await findAppById(tx, appId) : null
  const mail = app && tagRefundMail(app, order, given)
  if (mail) await insertMail(tx, toOutboxRow(services, app, { email, mode }, mail))
}

/** In minor units. Rounded once for all `n` credits, so that the shares add up to the whole amount. */
export const shareOf = ({ amountMinor, numberOfTags }: Pick<TagOrderRow, 'amountMinor' | 'numberOfTags'>, n: number) =>
  Math.floor((amountMinor * n) / numberOfTags)
