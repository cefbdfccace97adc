import type { Repositories } from '../../ports/store'
import type { PurchaseRow } from '../../ports/purchase-store'
import { ApiError } from '../../lib/errors'
import { changeAtProvider } from './change-at-provider'
import { expireOpenPurchases } from './expire-open-purchases'
import { settlePurchase } from './settle-purchase'
import type { SettleServices } from './settle-purchase'

/**
 * Ends at the provider whatever a member could still be charged for: checkouts that can be paid, and what is billed again.
 * @returns ids of the purchases that it dealt with
 * @throws ApiError `payment-provider-unavailable`; then the rest goes on as it was
 */
export async function endPurchases(services: SettleServices, memberId: string): Promise<Set<string>> {
  await expireOpenPurchases(services, memberId)
  const purchases = await services.store.purchases.listByMember(memberId)
  for (const purchase of purchases) if (purchase.externalId !== null) await end(services, purchase, purchase.externalId)
  // One whose checkout is being made right now is not dealt with: it may get an address yet.
  return new Set(purchases.filter(({ status }) => status !== 'OPEN').map(({ id }) => id))
}

async function end(services: SettleServices, purchase: PurchaseRow, externalId: string): Promise<void> {
  const { id, provider, mode } = purchase
  // What it has yet to give back, or to end in its turn, comes first.
  if (purchase.status !== 'PAID') await settlePurchase(services, id)
  const connection = await services.store.planConnections.findByPurchase(id)
  if (!connection || connection.status === 'CANCELED') return
  const payments = services.payments.named(provider, mode)
  if (!payments) throw new ApiError('payment-provider-unavailable')
  await changeAtProvider(services, id, () => payments.cancel(externalId))
}

/** Whether anything can still be paid that `endPurchases` did not deal with. Under the lock of the member. */
export async function hasOtherPurchases(
  { purchases }: Pick<Repositories, 'purchases'>,
  memberId: string,
  ended: ReadonlySet<string>,
): Promise<boolean> {
  const all = await purchases.listByMember(memberId)
  return all.some((purchase) => !ended.has(purchase.id) && (purchase.externalId !== null || isPayable(purchase)))
}

const isPayable = ({ status, sessionId }: PurchaseRow): boolean => status === 'OPEN' && sessionId !== null
