import type { Tx } from '../../database/db'
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
import { tagReceiptMail } from './mails'
import { finishRefund, shareOf } from './refund'
import { findTagOrder, type TagOrderRow, updateTagOrder } from './repository'

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
    await takeBack(tx, services, order, 'purchase.dispute', Infinity)
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
  await takeBack(tx, services, order, 'purchase.refund', isWhole ? Infinity : paysFor - revoked)
  return isWhole
}

/** @param count of unused credits; Infinity also revokes the TrustTags of spent ones */
async function takeBack(
  tx: Parts,
  services: Tools,
  order: TagOrderRow,
  act: keyof typeof reasons,
  count: number,
): Promise<void> {
  const { appId, mode, purchaseId } = order
  const rows = await listCreditsOfPurchase(tx, purchaseId)
  const unused = rows.filter(({ status }) => status === 'AVAILABLE').slice(0, Math.max(0, count))
  for (const { id } of unused) await moveCredit(tx, id, 'AVAILABLE', 'REVOKED', services.clock.now())
  const detail = { credits: String(unused.length) }
  await recordAction(tx, services, order, { act, subject: purchaseId, detail })
  if (count === Infinity) await revokeTags(tx, services, rows, reasons[act])
  await queueMirrorJob(tx, services, { appId, mode, kind: 'purchase', recordId: purchaseId })
}

async function revokeTags(tx: Parts, services: Tools, rows: readonly CreditRow[], reason: string): Promise<void> {
  for (const { status, tagId } of rows)
    if (status === 'SPENT' && tagId !== null) await revokeTag(tx, services, { tagId, reason, actor: 'payments' })
}

async function recordAction(
  db: Parts,
  { secrets, clock }: Tools,
  { appId, mode }: TagOrderRow,
  entry: { act: string; subject: string; detail: Record<string, string> },
): Promise<void> {
  await insertAuditEntry(db, { id: secrets.id('aud'), appId, mode, actor: 'payments', ...entry, at: clock.now() })
}
