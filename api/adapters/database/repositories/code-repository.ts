import type { Kysely } from 'kysely'
import type { CodeRepository } from '../../../ports/store'
import type { Tables } from '../tables'

/** Every listed code is one that a single guess may hit. */
const LISTED_CODES_MAX = 5

export function createCodeRepository(db: Kysely<Tables>): CodeRepository {
  const open = (now: number) => db.selectFrom('codes').selectAll().where('expiresAt', '>', now)
  return {
    // One open code for a member and purpose: the newer one takes the older one's row in one statement.
    async insert(code) {
      await db
        .insertInto('codes')
        .values(code)
        .onConflict((conflict) => conflict.columns(['memberId', 'purpose']).doUpdateSet(code))
        .execute()
    },

    async findOpen(memberId, purpose, now) {
      const row = await open(now).where('memberId', '=', memberId).where('purpose', '=', purpose).executeTakeFirst()
      return row ?? null
    },

    async findByLink(linkDigest, purpose, now) {
      const row = await open(now).where('linkDigest', '=', linkDigest).where('purpose', '=', purpose).executeTakeFirst()
      return row ?? null
    },

    listByRequester(appId, mode, purpose, address, now) {
      return open(now)
        .where('requestedFrom', '=', address)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('purpose', '=', purpose)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(LISTED_CODES_MAX)
        .execute()
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
