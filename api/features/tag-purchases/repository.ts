import type { OwnerScope } from '../apps/definition'
import * as v from 'valibot'
import type { Db } from '../../database/db'
import { olderThan, type PageCursor } from '../../database/sql'
import type { Tables } from '../../database/tables'

type OrderColumns = Tables['tagOrders']

/** An order of TrustTags (seed 000 section 3); the payment is the purchase with the same id. */
export interface TagOrderRow extends Omit<OrderColumns, 'selectedSkills'> {
  /** Skills of the attempts to issue. */
  selectedSkills: string[]
}

export async function insertTagOrder({ kysely }: Db, order: TagOrderRow): Promise<void> {
  await kysely
    .insertInto('tagOrders')
    .values({ ...order, selectedSkills: JSON.stringify(order.selectedSkills) })
    .execute()
}

export async function findTagOrder({ kysely }: Db, purchaseId: string): Promise<TagOrderRow | null> {
  const row = await kysely.selectFrom('tagOrders').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirst()
  return row ? toOrder(row) : null
}

export async function updateTagOrder(
  { kysely }: Db,
  purchaseId: string,
  {
    selectedSkills,
    ...changes
  }: Partial<
    Pick<TagOrderRow, 'selectedSkills' | 'paidAt' | 'refundedMinor' | 'refundingMinor' | 'disputedAt' | 'note'>
  >,
): Promise<void> {
  const columns = { ...changes, ...(selectedSkills && { selectedSkills: JSON.stringify(selectedSkills) }) }
  if (Object.keys(columns).length > 0)
    await kysely.updateTable('tagOrders').set(columns).where('purchaseId', '=', purchaseId).execute()
}

/** Newest first. */
export async function listTagOrders(db: Db, memberId: string): Promise<TagOrderRow[]> {
  return (await newestOrders(db).where('memberId', '=', memberId).execute()).map(toOrder)
}

/** Newest first. @param before end of the previous page; null for the first */
export async function listTagOrdersOfApp(
  db: Db,
  { appId, mode }: OwnerScope,
  limit: number,
  before: PageCursor | null,
): Promise<TagOrderRow[]> {
  const rows = await newestOrders(db)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where(olderThan('createdAt', 'purchaseId', before))
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

const newestOrders = ({ kysely }: Db) =>
  kysely.selectFrom('tagOrders').selectAll().orderBy('createdAt', 'desc').orderBy('purchaseId', 'desc')

/** Claims the free credit for an email. Atomic. @returns false if it was already claimed */
export async function insertOfferClaim({ kysely }: Db, claim: Tables['offerClaims']): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('offerClaims')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['appId', 'mode', 'emailDigest']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

const storedSkills = v.array(v.string())

const toOrder = ({ selectedSkills, ...row }: OrderColumns): TagOrderRow => ({
  ...row,
  selectedSkills: v.parse(storedSkills, JSON.parse(selectedSkills)),
})
