import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { toTagPurchase } from '../../features/tag-purchases/serializers'
import type { ActedList, OwnerRecord, OwnerServices } from './owner-list'
import { readPage } from './read-page'

export const purchases: ActedList = {
  title: 'Purchases',
  columns: {
    userEmail: 'Member',
    packageType: 'Package',
    numberOfTags: 'TrustTags',
    unusedTags: 'Unused',
    totalAmount: 'Amount',
    refundedAmount: 'Refunded',
    currency: 'Currency',
    status: 'Status',
    createdAt: 'Ordered',
    paidAt: 'Paid',
    note: 'Note',
    id: 'ID',
  },
  read: (services, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => services.store.tagOrders.listByApp(appId, mode, limit, before),
      placeOf: ({ purchaseId, createdAt }) => ({ id: purchaseId, at: createdAt }),
      show: (order) => toRecord(services, order),
    }),
  async find(services, { appId, mode }, id) {
    const order = await services.store.tagOrders.find(id)
    return order?.appId === appId && order.mode === mode ? toRecord(services, order) : null
  },
}

async function toRecord({ store, clock }: OwnerServices, order: TagOrderRow): Promise<OwnerRecord> {
  const { purchaseId: id, note } = order
  const purchase = await store.purchases.find(id)
  // The order hangs on it: it is gone when the other one went in between.
  if (!purchase) return { id, status: 'gone', note }
  const credits = await store.credits.listByPurchase(id)
  const { selectedSkills, currency, ...shown } = toTagPurchase(order, purchase, credits, clock.now())
  return { ...shown, currency: currency.toUpperCase(), selectedSkills: selectedSkills.join(', '), note }
}
