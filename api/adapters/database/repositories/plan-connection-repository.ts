import type { Kysely } from 'kysely'
import type { PlanConnectionRepository } from '../../../ports/store'
import type { Tables } from '../../../database/tables'
import { countConnections } from './members-in-order'
import { toConnectionColumns, toConnectionRow, toNewConnection } from './plan-connection-columns'

export function createPlanConnectionRepository(db: Kysely<Tables>): PlanConnectionRepository {
  return {
    async insert(connection) {
      await db.insertInto('planConnections').values(toNewConnection(connection)).execute()
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

    async listByMembers(memberIds) {
      if (memberIds.length === 0) return []
      const rows = await db
        .selectFrom('planConnections')
        .selectAll()
        .where('memberId', 'in', memberIds)
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
    countByPlan: (appId, mode, planId) => countConnections(db, { appId, mode, planId }),
  }
}
