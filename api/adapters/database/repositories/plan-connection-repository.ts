import type { Kysely } from 'kysely'
import type { PlanConnectionRepository } from '../../../ports/store'
import type { Tables } from '../tables'
import { toConnectionColumns, toConnectionRow } from './plan-connection-columns'

export function createPlanConnectionRepository(db: Kysely<Tables>): PlanConnectionRepository {
  return {
    async insert(connection) {
      await db.insertInto('planConnections').values(toConnectionColumns(connection)).execute()
    },

    async find(id) {
      const row = await db.selectFrom('planConnections').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toConnectionRow(row) : null
    },

    async listByMember(memberId) {
      const rows = await db
        .selectFrom('planConnections')
        .selectAll()
        .where('memberId', '=', memberId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return rows.map(toConnectionRow)
    },

    async findByPurchase(purchaseId) {
      const row = await db
        .selectFrom('planConnections')
        .selectAll()
        .where('purchaseId', '=', purchaseId)
        .executeTakeFirst()
      return row ? toConnectionRow(row) : null
    },

    async replace(connection) {
      const { id, ...changes } = toConnectionColumns(connection)
      await db.updateTable('planConnections').set(changes).where('id', '=', id).execute()
    },

    async delete(id) {
      await db.deleteFrom('planConnections').where('id', '=', id).execute()
    },

    // A place is free again once its connection is cancelled.
    async countByPlan(appId, mode, planId) {
      const row = await db
        .selectFrom('planConnections')
        .innerJoin('members', 'members.id', 'planConnections.memberId')
        .select(({ fn }) => fn.countAll<number>().as('members'))
        .where('planConnections.planId', '=', planId)
        .where('planConnections.status', '!=', 'CANCELED')
        .where('members.appId', '=', appId)
        .where('members.mode', '=', mode)
        .executeTakeFirstOrThrow()
      return row.members
    },
  }
}
