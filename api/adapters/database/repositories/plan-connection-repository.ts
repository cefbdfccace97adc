import type { Kysely } from 'kysely'
import type { PlanConnectionRepository } from '../../../ports/store'
import type { Tables } from '../tables'

export function createPlanConnectionRepository(db: Kysely<Tables>): PlanConnectionRepository {
  return {
    async insert(connection) {
      await db.insertInto('planConnections').values(connection).execute()
    },

    listByMember(memberId) {
      return db
        .selectFrom('planConnections')
        .selectAll()
        .where('memberId', '=', memberId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
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
