import type { Kysely } from 'kysely'
import type { EmailChangeRepository } from '../../../ports/address-store'
import type { Tables } from '../tables'

export function createEmailChangeRepository(db: Kysely<Tables>): EmailChangeRepository {
  const open = (now: number) =>
    db.selectFrom('emailChanges').selectAll().where('expiresAt', '>', now).orderBy('id', 'desc')
  return {
    async insert(change) {
      await db.insertInto('emailChanges').values(change).execute()
    },

    async findByLink(linkDigest, now) {
      const row = await open(now).where('linkDigest', '=', linkDigest).executeTakeFirst()
      return row ?? null
    },

    async findByAddress({ appId, mode, email }, now) {
      const row = await open(now)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('email', '=', email)
        .executeTakeFirst()
      return row ?? null
    },

    async findLatest(memberId, now) {
      const row = await open(now).where('memberId', '=', memberId).executeTakeFirst()
      return row ?? null
    },

    async takeBack({ id, memberId, createdAt }) {
      const taken = await db.deleteFrom('emailChanges').where('id', '=', id).executeTakeFirst()
      const later = db.deleteFrom('emailChanges').where('memberId', '=', memberId).where('createdAt', '>=', createdAt)
      await later.execute()
      return taken.numDeletedRows === 1n
    },

    async deleteByMember(memberId) {
      await db.deleteFrom('emailChanges').where('memberId', '=', memberId).execute()
    },

    async deleteExpired(now) {
      await db.deleteFrom('emailChanges').where('expiresAt', '<=', now).execute()
    },
  }
}
