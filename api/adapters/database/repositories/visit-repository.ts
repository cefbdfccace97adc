import type { Kysely } from 'kysely'
import type { VisitRepository } from '../../../ports/visit-store'
import type { Tables } from '../tables'

export function createVisitRepository(db: Kysely<Tables>): VisitRepository {
  return {
    async insert(visit) {
      await db
        .insertInto('visits')
        .values({ ...visit, utm: JSON.stringify(visit.utm) })
        .execute()
    },

    async deleteBefore(time) {
      await db.deleteFrom('visits').where('at', '<', time).execute()
    },
  }
}
