import type { Output } from '../../../contract/schemas'
import type { Services } from '../../ports/services'
import { countCredits, toTagPurchase } from './to-tag-purchase'

/** The purchases of a member, newest first, and how their credits stand. */
export async function listOwnPurchases(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  memberId: string,
): Promise<Output<'listTagPurchases'>> {
  const orders = await store.tagOrders.listByMember(memberId)
  const byId = new Map((await store.purchases.listByMember(memberId)).map((purchase) => [purchase.id, purchase]))
  const credits = await store.credits.listByMember(memberId)
  const purchases = orders.flatMap((order) => {
    const purchase = byId.get(order.purchaseId)
    return purchase ? [toTagPurchase(order, purchase, credits, clock.now())] : []
  })
  return { purchases, credits: countCredits(credits) }
}
