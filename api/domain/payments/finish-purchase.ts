import type { Payments } from '../../ports/payments'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import { finishRefund } from '../../features/tag-purchases/refund'
import type { SettleServices } from './settle-purchase'

/**
 * What a purchase leaves to be done at the provider: to end what it took the place of, or to be given back. Each step can
 * be repeated, and is noted once it is done.
 */
export async function finishPurchase(services: SettleServices, payments: Payments, purchaseId: string): Promise<void> {
  const { purchases } = services.store
  const purchase = await purchases.find(purchaseId)
  if (purchase?.status === 'REFUNDING') await finishRefund(services, payments, purchase)
  if (purchase?.status === 'DUPLICATE' && purchase.externalId !== null) {
    await payments.refund(purchase.externalId)
    await purchases.update(purchaseId, { status: 'REFUNDED' })
  }
  if (purchase?.status === 'REPLACING' || purchase?.status === 'SURPLUS') {
    await endReplaced(services, purchase)
    if (purchase.status === 'SURPLUS' && purchase.externalId !== null) await payments.cancel(purchase.externalId)
    await purchases.update(purchaseId, { status: 'PAID' })
  }
}

async function endReplaced(
  { store, payments }: Pick<Services, 'store' | 'payments'>,
  { replaces }: PurchaseRow,
): Promise<void> {
  const old = replaces === null ? null : await store.purchases.find(replaces)
  if (old?.externalId) await payments.named(old.provider, old.mode)?.cancel(old.externalId)
}
