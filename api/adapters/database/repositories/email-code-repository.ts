import type { Kysely } from 'kysely'
import type { EmailCodeRepository } from '../../../ports/address-store'
import type { Tables } from '../../../database/tables'

export function createEmailCodeRepository(db: Kysely<Tables>): EmailCodeRepository {
  return {
    async insert(code) {
      await db
        .insertInto('emailCodes')
        .values(code)
        .onConflict((conflict) =>
          conflict.columns(['appId', 'mode', 'email', 'purpose']).where('requestDigest', 'is', null).doUpdateSet(code),
        )
        .execute()
    },

    async takeTry({ appId, mode, email }, purpose, now, requestDigest = null) {
      const row = await db
        .updateTable('emailCodes')
        .set(({ eb }) => ({ triesLeft: eb('triesLeft', '-', 1) }))
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('email', '=', email)
        .where('purpose', '=', purpose)
        .where('requestDigest', requestDigest === null ? 'is' : '=', requestDigest)
        .where('expiresAt', '>', now)
        .where('triesLeft', '>', 0)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    async consume(id) {
      const result = await db.deleteFrom('emailCodes').where('id', '=', id).executeTakeFirst()
      return result.numDeletedRows === 1n
    },

    async deleteByAddress({ appId, mode, email }) {
      await db
        .deleteFrom('emailCodes')
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('email', '=', email)
        .execute()
    },

    async deleteExpired(now) {
      await db.deleteFrom('emailCodes').where('expiresAt', '<=', now).execute()
    },
  }
}
