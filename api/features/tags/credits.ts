import type { Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/**
 * Spends one credit on a TrustTag. In the transaction that issues it: both hold, or neither. A free credit goes before
 * those that were paid for, since nobody gets money back for it; among those the oldest goes first.
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
  // One that somebody else was faster with is passed over.
  for (const { id } of [...(free ?? []), ...(paid ?? [])])
    if (await credits.move(id, 'AVAILABLE', 'SPENT', at, tagId)) return id
  throw new ApiError('no-credit-left')
}
