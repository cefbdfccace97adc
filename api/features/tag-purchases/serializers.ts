import type { CreditCounts, TagPurchase } from '../../../contract/schemas/tag-purchases'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { CreditRow, CreditStatus, TagOrderRow } from '../../ports/trusttag/credit-store'
import { toMajorUnits } from '../plans/serializers'
import { refundableUntil } from './refund'

/** @param credits of the purchase, or of its member */
export function toTagPurchase(
  order: TagOrderRow,
  purchase: PurchaseRow,
  credits: readonly CreditRow[],
  now: number,
): TagPurchase {
  const { amountMinor, currency, paidAt, refundedMinor } = order
  const unused = credits.filter(({ purchaseId, status }) => purchaseId === purchase.id && status === 'AVAILABLE').length
  const until = paidAt === null || unused === 0 ? null : refundableUntil(paidAt)
  return {
    id: order.purchaseId,
    userEmail: order.userEmail,
    packageType: order.packageType,
    numberOfTags: order.numberOfTags,
    totalAmount: toMajorUnits({ amountMinor, currency }),
    currency,
    selectedSkills: order.selectedSkills,
    status: statusOf(order, purchase, now),
    createdAt: toText(order.createdAt),
    paidAt: paidAt === null ? null : toText(paidAt),
    refundedAmount: toMajorUnits({ amountMinor: refundedMinor, currency }),
    refundableUntil: until === null || until <= now ? null : toText(until),
    unusedTags: unused,
  }
}

function statusOf(order: TagOrderRow, { status, expiresAt }: PurchaseRow, now: number): TagPurchase['status'] {
  if (order.disputedAt !== null) return 'disputed'
  if (order.paidAt !== null) return order.refundedMinor >= order.amountMinor ? 'refunded' : 'paid'
  return status === 'OPEN' && expiresAt > now ? 'open' : 'expired'
}

const toText = (time: number): string => new Date(time).toISOString()

/** Credits by status. */
export function countCredits(credits: readonly Pick<CreditRow, 'status'>[]): CreditCounts {
  const count = (wanted: CreditStatus) => credits.filter(({ status }) => status === wanted).length
  return {
    available: count('AVAILABLE'),
    spent: count('SPENT'),
    refunded: count('REFUNDED'),
    revoked: count('REVOKED'),
  }
}
