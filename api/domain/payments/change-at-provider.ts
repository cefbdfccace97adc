import { settlePurchase } from './settle-purchase'
import type { SettleServices } from './settle-purchase'

/**
 * Changes something at the provider and follows it here. A look at the purchase is announced first: if the process ends in
 * between, the look is still owed and the reconcile worker takes it.
 */
export async function changeAtProvider<T>(
  services: SettleServices,
  purchaseId: string,
  change: () => Promise<T>,
): Promise<T> {
  await services.store.purchases.beginRead(purchaseId)
  const changed = await change()
  await settlePurchase(services, purchaseId)
  return changed
}
