import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import type { SettleServices } from '../../features/payments/settle'
import { refundUnused } from '../../features/tag-purchases/refund'
import { auditEntry } from './owner-act'
import type { Owner } from './owner-act'

/**
 * Gives back what was paid for the unused credits of a purchase, however long ago.
 * @returns `later` when the provider could not be reached for the money: it follows
 * @throws ApiError `tag-purchase-not-found`, `nothing-to-refund`, `payments-not-configured`,
 *   `payment-provider-unavailable`; then nothing has changed
 */
export async function refundAsOwner(
  services: SettleServices & Pick<Services, 'mailWaiting'>,
  owner: Owner,
  purchaseId: string,
): Promise<'done' | 'later'> {
  const { store } = services
  const order = await store.tagOrders.find(purchaseId)
  const isOurs = order?.appId === owner.appId && order.mode === owner.mode
  const purchase = isOurs ? await store.purchases.find(purchaseId) : null
  if (!purchase) throw new ApiError('tag-purchase-not-found')
  const note = ({ auditLog }: Pick<Repositories, 'auditLog'>) =>
    auditLog.insert(auditEntry(services, owner, { act: 'purchase.refund', subject: purchaseId }))
  let isNoted = false
  const outcome = await refundUnused(services, purchase, {
    hasDeadline: false,
    // In the transaction that takes the credits: an act that is refused leaves no entry, one that is done never lacks it.
    async lock(repositories) {
      await repositories.members.lock(purchase.memberId)
      await note(repositories)
      isNoted = true
    },
  })
  // A refund that was under way already and has been gone on with.
  if (!isNoted) await note(store)
  services.mailWaiting()
  return outcome
}
