import type { PurchaseState } from '../../ports/payments'
import type { PurchaseRow, PurchaseStatus } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { tagReceiptMail } from '../mails/tag-receipt-mail'
import { toOutboxRow } from '../../features/mail/outbox'
import { queueMirrorJob } from '../../features/mirror/jobs'
import { reverseOrder } from './reverse-order'

interface PaidOrder {
  purchase: PurchaseRow
  order: TagOrderRow
  state: PurchaseState & { status: 'PAID' }
}

/**
 * Gives the credits of an order that was paid, once however often it is called, and takes back what the provider has
 * taken back since. Under the lock of the member.
 * @returns how the purchase stands now
 */
export async function grantCredits(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>,
  { purchase, order, state: { billing, reversal } }: PaidOrder,
): Promise<PurchaseStatus> {
  if (order.paidAt === null) await give(repositories, services, order, billing.lastBilledAt ?? services.clock.now())
  const isReversed = reversal !== undefined && (await reverseOrder(repositories, services, order, reversal))
  if (isReversed) return 'REFUNDED'
  return purchase.status === 'REFUNDING' ? 'REFUNDING' : 'PAID'
}

async function give(
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
