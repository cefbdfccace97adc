import type { Kysely } from 'kysely'
import type { CreditRepository } from '../../../ports/trusttag/credit-store'
import type { Tables } from '../../../database/tables'

export function createCreditRepository(db: Kysely<Tables>): CreditRepository {
  const listBy = (column: 'memberId' | 'purchaseId', value: string) =>
    db.selectFrom('credits').selectAll().where(column, '=', value).orderBy('createdAt').orderBy('id').execute()
  return {
    async insert(credit) {
      await db.insertInto('credits').values(credit).execute()
    },

    listByMember: (memberId) => listBy('memberId', memberId),
    listByPurchase: (purchaseId) => listBy('purchaseId', purchaseId),

    async move(id, from, to, at, tagId) {
      const { numUpdatedRows } = await db
        .updateTable('credits')
        .set({ status: to, changedAt: at, ...(tagId !== undefined && { tagId }) })
        .where('id', '=', id)
        .where('status', '=', from)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}
