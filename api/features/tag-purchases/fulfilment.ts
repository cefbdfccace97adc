import type { PurchaseState, Reversal } from '../payments/provider'
import type { PurchaseRow, PurchaseStatus } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { CreditRow, TagOrderRow } from '../../ports/trusttag/credit-store'
import { tagReceiptMail } from './mails'
import { toOutboxRow } from '../mail/outbox'
import { queueMirrorJob } from '../mirror/jobs'
import { revokeTag } from '../tags/revoke'
import type { RevokingRepositories } from '../tags/revoke'

interface PaidOrder {
  purchase: PurchaseRow
  order: TagOrderRow
  state: PurchaseState & { status: 'PAID' }
}

/**
 * Grants the credits of a paid order, once, and revokes what the provider reversed since. Runs under the lock of the member.
 * @returns the new status of the purchase
 */
export async function grantCredits(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>,
  { purchase, order, state: { billing, reversal } }: PaidOrder,
): Promise<PurchaseStatus> {
  if (order.paidAt === null)
    await addCredits(repositories, services, order, billing.lastBilledAt ?? services.clock.now())
  const isReversed = reversal !== undefined && (await reverseOrder(repositories, services, order, reversal))
  if (isReversed) return 'REFUNDED'
  return purchase.status === 'REFUNDING' ? 'REFUNDING' : 'PAID'
}

async function addCredits(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  order: TagOrderRow,
  paidAt: number,
): Promise<void> {
  const { appId, mode, memberId, purchaseId } = order
  const now = services.clock.now()
  for (let credit = 0; credit < order.numberOfTags; credit += 1) {
    const id = services.secrets.id('crd')
    const shared = { appId, mode, memberId, purchaseId, tagId: null, createdAt: now, changedAt: now }
    await repositories.credits.insert({ id, status: 'AVAILABLE', ...shared })
  }
  await repositories.tagOrders.update(purchaseId, { paidAt })
  await queueMirrorJob(repositories, services, { appId, mode, kind: 'purchase', recordId: purchaseId })
  const app = await repositories.apps.findById(appId)
  const receipt = app && tagReceiptMail(app, { ...order, paidAt })
  if (receipt) await repositories.outbox.insert(toOutboxRow(services, app, { email: order.userEmail, mode }, receipt))
}

type Parts = RevokingRepositories & Pick<Repositories, 'tagOrders' | 'credits' | 'mirrorJobs'>
type Tools = Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>

/** Public reasons of revoked TrustTags. */
const reasons = {
  'purchase.dispute': 'The payment for this TrustTag was disputed.',
  'purchase.refund': 'The payment for this TrustTag was returned.',
} as const

/**
 * Follows a dispute, or a refund that was made at the provider. A dispute or a full refund revokes everything; a partial refund
 * revokes the unused credits that it pays for. Runs under the lock of the member.
 * @returns whether everything was refunded
 */
export async function reverseOrder(
  repositories: Parts,
  services: Tools,
  order: TagOrderRow,
  { refundedMinor, isDisputed }: Reversal,
): Promise<boolean> {
  const { tagOrders, credits } = repositories
  const { purchaseId, amountMinor } = order
  if (isDisputed && order.disputedAt === null) {
    await tagOrders.update(purchaseId, { disputedAt: services.clock.now() })
    await takeBack(repositories, services, order, 'purchase.dispute', Infinity)
  }
  // A refund of ours in progress cannot be told apart from one at the provider: the read after it can.
  if (order.refundingMinor > 0 || refundedMinor <= order.refundedMinor) return false
  const rows = await credits.listByPurchase(purchaseId)
  const ours = shareOf(order, rows.filter(({ status }) => status === 'REFUNDED').length)
  if (refundedMinor <= ours) return false
  const isWhole = refundedMinor >= amountMinor
  const paysFor = Math.floor((refundedMinor - ours) / shareOf(order, 1))
  await tagOrders.update(purchaseId, { refundedMinor })
  const revoked = rows.filter(({ status }) => status === 'REVOKED').length
  await takeBack(repositories, services, order, 'purchase.refund', isWhole ? Infinity : paysFor - revoked)
  return isWhole
}

/** @param count of unused credits; Infinity also revokes the TrustTags of the spent ones */
async function takeBack(
  repositories: Parts,
  services: Tools,
  order: TagOrderRow,
  act: keyof typeof reasons,
  count: number,
): Promise<void> {
  const { appId, mode, purchaseId } = order
  const rows = await repositories.credits.listByPurchase(purchaseId)
  const unused = rows.filter(({ status }) => status === 'AVAILABLE').slice(0, Math.max(0, count))
  for (const { id } of unused) await repositories.credits.move(id, 'AVAILABLE', 'REVOKED', services.clock.now())
  const detail = { credits: String(unused.length) }
  await recordAction(repositories, services, order, { act, subject: purchaseId, detail })
  if (count === Infinity) await revokeTags(repositories, services, rows, reasons[act])
  await queueMirrorJob(repositories, services, { appId, mode, kind: 'purchase', recordId: purchaseId })
}

async function revokeTags(
  repositories: Parts,
  services: Tools,
  rows: readonly CreditRow[],
  reason: string,
): Promise<void> {
  for (const { status, tagId } of rows)
    if (status === 'SPENT' && tagId !== null)
      await revokeTag(repositories, services, { tagId, reason, actor: 'payments' })
}

async function recordAction(
  { auditLog }: Parts,
  { secrets, clock }: Tools,
  { appId, mode }: TagOrderRow,
  entry: { act: string; subject: string; detail: Record<string, string> },
): Promise<void> {
  await auditLog.insert({ id: secrets.id('aud'), appId, mode, actor: 'payments', ...entry, at: clock.now() })
}

/** Cost of `n` credits of an order, in minor units. Rounded once for all, so that the shares add up to the whole amount. */
export const shareOf = ({ amountMinor, numberOfTags }: Pick<TagOrderRow, 'amountMinor' | 'numberOfTags'>, n: number) =>
  Math.floor((amountMinor * n) / numberOfTags)
