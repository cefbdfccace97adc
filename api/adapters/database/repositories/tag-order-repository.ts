import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { TagOrderRepository, TagOrderRow } from '../../../ports/trusttag/credit-store'
import type { Tables } from '../../../database/tables'
import { olderThan } from '../../../database/sql'

export function createTagOrderRepository(db: Kysely<Tables>): TagOrderRepository {
  const newest = () => db.selectFrom('tagOrders').selectAll().orderBy('createdAt', 'desc').orderBy('purchaseId', 'desc')
  return {
    async insert(order) {
      await db
        .insertInto('tagOrders')
        .values({ ...order, selectedSkills: JSON.stringify(order.selectedSkills) })
        .execute()
    },

    async find(purchaseId) {
      const row = await db.selectFrom('tagOrders').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirst()
      return row ? toOrder(row) : null
    },

    async update(purchaseId, { selectedSkills, ...changes }) {
      const set = { ...changes, ...(selectedSkills && { selectedSkills: JSON.stringify(selectedSkills) }) }
      if (Object.keys(set).length > 0)
        await db.updateTable('tagOrders').set(set).where('purchaseId', '=', purchaseId).execute()
    },

    async listByMember(memberId) {
      return (await newest().where('memberId', '=', memberId).execute()).map(toOrder)
    },

    async listByApp(appId, mode, limit, before) {
      const of = newest().where('appId', '=', appId).where('mode', '=', mode)
      return (
        await of
          .where(olderThan('createdAt', 'purchaseId', before))
          .limit(limit)
          .execute()
      ).map(toOrder)
    },
  }
}

const storedSkills = v.array(v.string())

const toOrder = ({ selectedSkills, ...row }: Selectable<Tables['tagOrders']>): TagOrderRow => ({
  ...row,
  selectedSkills: v.parse(storedSkills, JSON.parse(selectedSkills)),
})
