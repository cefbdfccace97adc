import type { CreditCounts } from '../../../contract/schemas/tag-purchases'
import type { CreditRow, CreditStatus } from '../../ports/trusttag/credit-store'
import type { Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/**
 * Spends one credit on a TrustTag, in the transaction that issues it. The free credit goes first, because it cannot be
 * refunded; then the oldest.
 * @returns id of the credit
 * @throws ApiError `no-credit-left`
 */
export async function spendCredit(
  { credits }: Pick<Repositories, 'credits'>,
  { memberId, tagId, at }: { memberId: string; tagId: string; at: number },
): Promise<string> {
  const available = (await credits.listByMember(memberId)).filter(({ status }) => status === 'AVAILABLE')
  const [free, paid] = [true, false].map((isFree) =>
    available.filter(({ purchaseId }) => (purchaseId === null) === isFree),
  )
  // A credit that a parallel request spent is skipped.
  for (const { id } of [...(free ?? []), ...(paid ?? [])])
    if (await credits.move(id, 'AVAILABLE', 'SPENT', at, tagId)) return id
  throw new ApiError('no-credit-left')
}

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
