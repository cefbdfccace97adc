import type { CreditCounts } from '../../../contract/schemas/tag-purchases'
import * as v from 'valibot'
import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'
import { ApiError } from '../../lib/errors'

/**
 * Spends one credit on a TrustTag, in the transaction that issues it: the free credit first, because it cannot be
 * refunded, then the oldest.
 * @returns id of the credit
 * @throws ApiError `no-credit-left`
 */
export async function spendCredit(
  db: Db,
  { memberId, tagId, at }: { memberId: string; tagId: string; at: number },
): Promise<string> {
  const available = (await listCredits(db, memberId)).filter(({ status }) => status === 'AVAILABLE')
  const [free, paid] = [true, false].map((isFree) =>
    available.filter(({ purchaseId }) => (purchaseId === null) === isFree),
  )
  // Skips a credit that a parallel request spent.
  for (const { id } of [...(free ?? []), ...(paid ?? [])])
    if (await moveCredit(db, id, { from: 'AVAILABLE', to: 'SPENT', at, tagId })) return id
  throw new ApiError('no-credit-left')
}

export function countCredits(credits: readonly Pick<CreditRow, 'status'>[]): CreditCounts {
  const count = (wanted: CreditStatus) => credits.filter(({ status }) => status === wanted).length
  return {
    available: count('AVAILABLE'),
    spent: count('SPENT'),
    refunded: count('REFUNDED'),
    revoked: count('REVOKED'),
  }
}

export type CreditRow = Tables['credits']
export type CreditStatus = CreditRow['status']

export async function insertCredit({ kysely }: Db, credit: CreditRow): Promise<void> {
  await kysely.insertInto('credits').values(credit).execute()
}

/** Oldest first. */
export const listCredits = (db: Db, memberId: string): Promise<CreditRow[]> => listBy(db, 'memberId', memberId)

/** Oldest first. */
export const listCreditsOfPurchase = (db: Db, purchaseId: string): Promise<CreditRow[]> =>
  listBy(db, 'purchaseId', purchaseId)

const listBy = ({ kysely }: Db, column: 'memberId' | 'purchaseId', value: string): Promise<CreditRow[]> =>
  kysely.selectFrom('credits').selectAll().where(column, '=', value).orderBy('createdAt').orderBy('id').execute()

/**
 * Changes a credit's status. Atomic.
 * @param tagId of the TrustTag it is spent on; null removes it
 * @returns false if the credit no longer had the first status
 */
export async function moveCredit(
  { kysely }: Db,
  id: string,
  { from, to, at, tagId }: { from: CreditStatus; to: CreditStatus; at: number; tagId?: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('credits')
    .set({ status: to, changedAt: at, ...(tagId !== undefined && { tagId }) })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const storedSkills = v.array(v.string())

/** A purchase names the skills that its credits were used for, also those chosen after it. @param creditId spent */
export async function addSkillToPurchase({ kysely }: Tx, creditId: string, skill: string): Promise<void> {
  const order = await kysely
    .selectFrom('tagOrders')
    .innerJoin('credits', 'credits.purchaseId', 'tagOrders.purchaseId')
    .select(['tagOrders.purchaseId', 'tagOrders.selectedSkills'])
    .where('credits.id', '=', creditId)
    .executeTakeFirst()
  if (!order) return
  const skills = v.parse(storedSkills, JSON.parse(order.selectedSkills))
  if (skills.includes(skill)) return
  await kysely
    .updateTable('tagOrders')
    .set({ selectedSkills: JSON.stringify([...skills, skill]) })
    .where('purchaseId', '=', order.purchaseId)
    .execute()
}
