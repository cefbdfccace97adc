import type { Reversal } from '../../ports/payments'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { CreditRow, TagOrderRow } from '../../ports/trusttag/credit-store'
import { queueMirrorJob } from '../../features/mirror/jobs'
import { revokeTag } from '../tags/revoke-tag'
import type { RevokingRepositories } from '../tags/revoke-tag'
import { shareOf } from './share-of'

type Parts = RevokingRepositories & Pick<Repositories, 'tagOrders' | 'credits' | 'mirrorJobs'>
type Tools = Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>

/** Why a TrustTag holds no more, as everybody reads it. */
const reasons = {
  'purchase.dispute': 'The payment for this TrustTag was disputed.',
  'purchase.refund': 'The payment for this TrustTag was returned.',
} as const

/**
 * Follows what came back of a payment without our doing. A dispute takes everything; so does a refund of all that was
 * paid. A refund of a part takes as many unused credits as it pays for. Under the lock of the member.
 * @returns whether everything was given back
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
  // What a refund of ours under way has given back cannot be told from what others have: the look after it will.
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

/** @param count how many unused credits; Infinity takes all, and the TrustTags that the others were spent on, too */
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
  await note(repositories, services, order, { act, subject: purchaseId, detail })
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

/** Nobody here has done it; the owner reads that it was done. */
async function note(
  { auditLog }: Parts,
  { secrets, clock }: Tools,
  { appId, mode }: TagOrderRow,
  entry: { act: string; subject: string; detail: Record<string, string> },
): Promise<void> {
  await auditLog.insert({ id: secrets.id('aud'), appId, mode, actor: 'payments', ...entry, at: clock.now() })
}
