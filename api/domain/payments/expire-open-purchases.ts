import type { PurchaseRow } from '../../ports/purchase-store'
import { settlePurchase } from './settle-purchase'
import type { SettleServices } from './settle-purchase'

/**
 * Ends checkouts of a member that can still be paid: at the provider first, then here. One that turns out to be paid
 * gives the member what they paid for.
 * @param which purchases this is about
 * @throws ApiError `payment-provider-unavailable`
 */
export async function expireOpenPurchases(
  services: SettleServices,
  memberId: string,
  which: (purchase: PurchaseRow) => boolean = () => true,
): Promise<void> {
  const all = await services.store.purchases.listByMember(memberId)
  for (const purchase of all) {
    if (purchase.status !== 'OPEN' || purchase.sessionId === null || !which(purchase)) continue
    await services.payments.named(purchase.provider, purchase.mode)?.expireCheckout(purchase.sessionId)
    await settlePurchase(services, purchase.id)
  }
}
