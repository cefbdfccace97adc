import type { Payments } from '../../ports/payments'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { Repositories } from '../../ports/store'
import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { tagRefundMail } from '../mails/tag-refund-mail'
import { toOutboxRow } from '../../features/mail/outbox'
import { queueMirrorJob } from '../../features/mirror/jobs'
import type { SettleServices } from '../payments/settle-purchase'

/**
 * Gives the money back for credits that were taken already. It may be called at any time and at once by several: the
 * provider gives once for one number of credits, and whoever notes it first notes it.
 */
export async function finishRefund(
  services: SettleServices,
  payments: Payments,
  { id, memberId, externalId }: PurchaseRow,
): Promise<void> {
  const { store } = services
  const order = await store.tagOrders.find(id)
  if (!order || externalId === null) return
  const count = await countRefunded(store, id)
  const given = await payments.refundPart(externalId, order.refundingMinor, `${id}:${count}`)
  await store.transaction(async (repositories) => {
    await repositories.members.lock(memberId)
    const current = await repositories.tagOrders.find(id)
    const isNoted = !current?.refundingMinor || (await countRefunded(repositories, id)) !== count
    if (!isNoted) await noteRefund(repositories, services, current, given)
  })
  // What others may have given back meanwhile shows at the next look.
  await store.purchases.beginRead(id)
}

async function countRefunded({ credits }: Pick<Repositories, 'credits'>, purchaseId: string): Promise<number> {
  return (await credits.listByPurchase(purchaseId)).filter(({ status }) => status === 'REFUNDED').length
}

async function noteRefund(
  repositories: Repositories,
  services: SettleServices,
  order: TagOrderRow,
  given: number,
): Promise<void> {
  const { purchaseId, appId, mode, userEmail: email } = order
  const refundedMinor = order.refundedMinor + given
  await repositories.tagOrders.update(purchaseId, { refundedMinor, refundingMinor: 0 })
  await repositories.purchases.update(purchaseId, { status: refundedMinor >= order.amountMinor ? 'REFUNDED' : 'PAID' })
  await queueMirrorJob(repositories, services, { appId, mode, kind: 'purchase', recordId: purchaseId })
  const app = given > 0 ? await repositories.apps.findById(appId) : null
  const mail = app && tagRefundMail(app, order, given)
  if (mail) await repositories.outbox.insert(toOutboxRow(services, app, { email, mode }, mail))
}
