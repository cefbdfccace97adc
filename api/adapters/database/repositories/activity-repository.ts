import type { Kysely } from 'kysely'
import type { ActivityRepository } from '../../../ports/trusttag/tag-store'
import type { Tables } from '../../../database/tables'

export function createActivityRepository(db: Kysely<Tables>): ActivityRepository {
  return {
    async insert(activity) {
      await db.insertInto('tagActivities').values(activity).execute()
    },

    async listByMember(memberId, limit) {
      return db
        .selectFrom('tagActivities')
        .selectAll()
        .where('memberId', '=', memberId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },
  }
}
