import type { AuditDetail, ExactDetail } from '../../../contract/admin/audit-details'
import type { Tx, Db } from '../../database/db'
import type { Services } from '../../http/services'
import { findAppById } from '../apps/repository'
import { insertAuditEntry } from '../audit/repository'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { queueMirrorJob } from '../mirror/jobs'
import type { PaidState, Reversal } from '../payments/provider'
import type { OrderFulfilment } from '../payments/reconcile'
import type { PurchaseRow, PurchaseStatus } from '../payments/repository'
import { type CreditRow, insertCredit, listCreditsOfPurchase, moveCredit } from '../tags/credits'
import { revokeTag } from '../tags/revoke'
import { tagReceiptMail, tagRefundMail } from './mails'
import { findTagOrder, type TagOrderRow, updateTagOrder } from './repository'
import { CREDIT_REFUND_DAYS } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import { lockMemberById } from '../members/repository'
import { type Payments, paymentsOf } from '../payments/provider'
import { finishPurchase, reconcilePurchase, type ReconcileServices } from '../payments/reconcile'
import { beginPurchaseRead, findPurchase, updatePurchase } from '../payments/repository'

declare module '../payments/reconcile' {
  interface FulfilmentServices {
    issuer: Services['issuer']
    proofAlarm: Services['proofAlarm']
  }
}

export const creditFulfilment: OrderFulfilment = {
  async grant(tx, services, { purchase, state }) {
    const order = await findTagOrder(tx, purchase.id)
    return order && grantCredits(tx, services, { purchase, order, state })
  },
  refund: finishRefund,
}

interface PaidOrder {
  purchase: PurchaseRow
  order: TagOrderRow
  state: PaidState
}

/** Grants paid credits once, and revokes reversed ones. Under the member's lock. @returns the purchase's new status */
async function grantCredits(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>,
  { purchase, order, state: { billing, reversal } }: PaidOrder,
): Promise<PurchaseStatus> {
  if (order.paidAt === null) await addCredits(tx, services, order, billing.lastBilledAt ?? services.clock.now())
  const isReversed = reversal !== undefined && (await reverseOrder(tx, services, order, reversal))
  if (isReversed) return 'REFUNDED'
  return purchase.status === 'REFUNDING' ? 'REFUNDING' : 'PAID'
}

async function addCredits(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  order: TagOrderRow,
  paidAt: number,
): Promise<void> {
  const { appId, mode, memberId, purchaseId } = order
  const now = services.clock.now()
  for (let credit = 0; credit < order.numberOfTags; credit += 1) {
    const id = services.secrets.id('crd')
    const shared = { appId, mode, memberId, purchaseId, tagId: null, createdAt: now, changedAt: now }
    await insertCredit(tx, { id, status: 'AVAILABLE', ...shared })
  }
  await updateTagOrder(tx, purchaseId, { paidAt })
  await queueMirrorJob(tx, services, { appId, mode, kind: 'purchase', recordId: purchaseId })
  const app = await findAppById(tx, appId)
  const receipt = app && tagReceiptMail(app, { ...order, paidAt })
  if (receipt) await insertMail(tx, toOutboxRow(services, app, { email: order.userEmail, mode }, receipt))
}

type Parts = Tx
type Tools = Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>

const reasons = {
  'purchase.dispute': 'The payment for this TrustTag was disputed.',
  'purchase.refund': 'The payment for this TrustTag was returned.',
} as const

/**
 * Follows a dispute or a refund at the provider. A dispute or full refund revokes everything, a partial refund the
 * unused credits that it pays for. Under the member's lock.
 * @returns whether everything was refunded
 */
async function reverseOrder(
  tx: Parts,
  services: Tools,
  order: TagOrderRow,
  { refundedMinor, isDisputed }: Reversal,
): Promise<boolean> {
  const { purchaseId, amountMinor } = order
  if (isDisputed && order.disputedAt === null) {
    await updateTagOrder(tx, purchaseId, { disputedAt: services.clock.now() })
    await takeBack(tx, services, order, { act: 'purchase.dispute', count: Infinity })
  }
  // A refund in progress here looks like one at the provider; the read after it can tell them apart.
  if (order.refundingMinor > 0 || refundedMinor <= order.refundedMinor) return false
  const rows = await listCreditsOfPurchase(tx, purchaseId)
  const ours = shareOf(order, rows.filter(({ status }) => status === 'REFUNDED').length)
  if (refundedMinor <= ours) return false
  const isWhole = refundedMinor >= amountMinor
  const paysFor = Math.floor((refundedMinor - ours) / shareOf(order, 1))
  await updateTagOrder(tx, purchaseId, { refundedMinor })
  const revoked = rows.filter(({ status }) => status === 'REVOKED').length
  await takeBack(tx, services, order, { act: 'purchase.refund', count: isWhole ? Infinity : paysFor - revoked })
  return isWhole
}

/** @param count of unused credits; Infinity also revokes the TrustTags of spent ones */
async function takeBack(
  tx: Parts,
  services: Tools,
  order: TagOrderRow,
  { act, count }: { act: keyof typeof reasons; count: number },
): Promise<void> {
  const { appId, mode, purchaseId } = order
  const rows = await listCreditsOfPurchase(tx, purchaseId)
  const unused = rows.filter(({ status }) => status === 'AVAILABLE').slice(0, Math.max(0, count))
  for (const { id } of unused) await moveCredit(tx, id, { from: 'AVAILABLE', to: 'REVOKED', at: services.clock.now() })
  const detail = { credits: String(unused.length) }
  await recordAction(tx, services, order, { act, subject: purchaseId, detail })
  if (count === Infinity) await revokeTags(tx, services, rows, reasons[act])
  await queueMirrorJob(tx, services, { appId, mode, kind: 'purchase', recordId: purchaseId })
}

async function revokeTags(tx: Parts, services: Tools, rows: readonly CreditRow[], reason: string): Promise<void> {
  for (const { status, tagId } of rows)
    if (status === 'SPENT' && tagId !== null) await revokeTag(tx, services, { tagId, reason, actor: 'payments' })
}

async function recordAction<Detail extends AuditDetail>(
  db: Parts,
  { secrets, clock }: Tools,
  { appId, mode }: TagOrderRow,
  entry: { act: string; subject: string; detail: ExactDetail<Detail> },
): Promise<void> {
  await insertAuditEntry(db, { id: secrets.id('aud'), appId, mode, actor: 'payments', ...entry, at: clock.now() })
}

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
  for (const credit of unused) await moveCredit(tx, credit.id, { from: 'AVAILABLE', to: 'REFUNDED', at: now })
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
