import type { Kysely } from 'kysely'
import type { CodeRepository } from '../../../ports/store'
import type { Tables } from '../../../database/tables'

export function createCodeRepository(db: Kysely<Tables>): CodeRepository {
  const open = (now: number) => db.selectFrom('codes').selectAll().where('expiresAt', '>', now)
  return {
    // Without a request, one open code for a member and purpose: the newer one takes the older one's row.
    async insert(code) {
      await db
        .insertInto('codes')
        .values(code)
        .onConflict((conflict) =>
          conflict.columns(['memberId', 'purpose']).where('requestDigest', 'is', null).doUpdateSet(code),
        )
        .execute()
    },

    async findOpen(memberId, purpose, now, requestDigest = null) {
      const row = await open(now)
        .where('memberId', '=', memberId)
        .where('purpose', '=', purpose)
        .where('requestDigest', requestDigest === null ? 'is' : '=', requestDigest)
        .executeTakeFirst()
      return row ?? null
    },

    async findByLink(linkDigest, purpose, now) {
      const row = await open(now).where('linkDigest', '=', linkDigest).where('purpose', '=', purpose).executeTakeFirst()
      return row ?? null
    },

    async findNewestOf(requestedFrom, { appId, mode, purpose }, now) {
      const row = await open(now)
        .where('requestedFrom', '=', requestedFrom)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('purpose', '=', purpose)
        .where('requestDigest', 'is', null)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ?? null
    },

    async takeTry(id) {
      const result = await db
        .updateTable('codes')
        .set(({ eb }) => ({ triesLeft: eb('triesLeft', '-', 1) }))
        .where('id', '=', id)
        .where('triesLeft', '>', 0)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    async consume(id) {
      const result = await db.deleteFrom('codes').where('id', '=', id).executeTakeFirst()
      return result.numDeletedRows === 1n
    },

    async deleteByMember(memberId, purpose) {
      const codes = db.deleteFrom('codes').where('memberId', '=', memberId)
      await (purpose === undefined ? codes : codes.where('purpose', '=', purpose)).execute()
    },

    async deleteExpired(now) {
      await db.deleteFrom('codes').where('expiresAt', '<=', now).execute()
    },
  }
}
