import type { Services } from '../../ports/services'
import type { MirrorRecord } from '../../ports/mirror'
import type { MirrorJobRow } from '../../ports/trusttag/audit-store'
import { toTagPurchase } from '../../features/tag-purchases/serializers'

type Parts = Pick<Services, 'store' | 'clock'>

/** Column names of a record's copy; each record as it stands now, null when it is gone. */
const readers: Record<MirrorJobRow['kind'], (services: Parts, id: string) => Promise<MirrorRecord['fields'] | null>> = {
  signup: async ({ store }, id) => {
    const record = await store.signupRecords.find(id)
    if (!record) return null
    const { memberId, email, customFields, createdAt } = record
    return { ...customFields, email, memberId, createdAt: new Date(createdAt).toISOString() }
  },
  purchase: async ({ store, clock }, id) => {
    const [order, purchase] = [await store.tagOrders.find(id), await store.purchases.find(id)]
    if (!order || !purchase) return null
    const credits = await store.credits.listByPurchase(id)
    const record = toTagPurchase(order, purchase, credits, clock.now())
    // What changes without the purchase being written would soon be wrong in a copy.
    const { id: _, selectedSkills, refundableUntil: _until, unusedTags: _unused, ...fields } = record
    return { ...fields, memberId: order.memberId, selectedSkills: selectedSkills.join(', ') }
  },
}

/** @returns null when there is nothing to copy any more */
export async function toMirrorRecord(
  services: Parts,
  { kind, recordId: id, appId: app, mode }: MirrorJobRow,
): Promise<MirrorRecord | null> {
  const fields = await readers[kind](services, id)
  return fields && { kind, id, fields: { ...fields, recordId: id, app, mode } }
}
