import type { Kysely } from 'kysely'
import type { SampleLinkRepository } from '../../../ports/trusttag/work-sample-store'
import type { Tables } from '../../../database/tables'

export function createSampleLinkRepository(db: Kysely<Tables>): SampleLinkRepository {
  return {
    async insert(link) {
      await db.insertInto('sampleLinks').values(link).execute()
    },

    async find(tokenDigest, now) {
      const row = await db
        .selectFrom('sampleLinks')
        .selectAll()
        .where('tokenDigest', '=', tokenDigest)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return row ?? null
    },

    async deleteExpired(now) {
      await db.deleteFrom('sampleLinks').where('expiresAt', '<=', now).execute()
    },
  }
}
