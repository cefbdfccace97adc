import type { Kysely } from 'kysely'
import type { OwnerAccessRepository } from '../../../ports/trusttag/owner-store'
import type { Tables } from '../../../database/tables'

export function createOwnerAccessRepository(db: Kysely<Tables>): OwnerAccessRepository {
  return {
    async insertLink(link) {
      await db.insertInto('ownerLinks').values(link).execute()
    },

    async consumeLink(tokenDigest, now) {
      const row = await db
        .deleteFrom('ownerLinks')
        .where('tokenDigest', '=', tokenDigest)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    async insertSession(session) {
      await db.insertInto('ownerSessions').values(session).execute()
    },

    async findSession(tokenDigest, now) {
      const row = await db
        .selectFrom('ownerSessions')
        .selectAll()
        .where('tokenDigest', '=', tokenDigest)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return row ?? null
    },

    async deleteSession(tokenDigest) {
      await db.deleteFrom('ownerSessions').where('tokenDigest', '=', tokenDigest).execute()
    },

    async deleteExpired(now) {
      await db.deleteFrom('ownerLinks').where('expiresAt', '<=', now).execute()
      await db.deleteFrom('ownerSessions').where('expiresAt', '<=', now).execute()
    },
  }
}
