import type { Services } from '../../ports/services'
import { ApiError } from '../../lib/errors'
import { auditEntry, ownerText } from './owner-act'
import type { Owner } from './owner-act'

/**
 * Writes the owner's own words on a purchase, in place of those that stood there; empty ones take them away.
 * @throws ApiError `tag-purchase-not-found`, `owner-text-too-long`
 */
export async function notePurchase(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  purchaseId: string,
  typed: string,
): Promise<void> {
  const note = ownerText(typed)
  await services.store.transaction(async ({ tagOrders, auditLog }) => {
    const order = await tagOrders.find(purchaseId)
    if (order?.appId !== owner.appId || order.mode !== owner.mode) throw new ApiError('tag-purchase-not-found')
    await tagOrders.update(purchaseId, { note })
    const entry = { act: 'purchase.note', subject: purchaseId, detail: { before: order.note, note } }
    await auditLog.insert(auditEntry(services, owner, entry))
  })
}
