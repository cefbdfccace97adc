import type { Kysely } from 'kysely'
import type { CaptchaRepository } from '../../../features/captcha/check'
import type { Tables } from '../../../database/tables'

const SIGNING = 'signing'

export function createCaptchaRepository(db: Kysely<Tables>): CaptchaRepository {
  return {
    async signingKey(candidate) {
      const find = () => db.selectFrom('captchaKeys').select('value').where('purpose', '=', SIGNING).executeTakeFirst()
      const stored = await find()
      if (stored) return stored.value
      // Of two processes that start together the first one's key stays.
      await db
        .insertInto('captchaKeys')
        .values({ purpose: SIGNING, value: candidate })
        .onConflict((conflict) => conflict.column('purpose').doNothing())
        .execute()
      return (await find())?.value ?? candidate
    },

    async use(signature, expiresAt) {
      const result = await db
        .insertInto('usedCaptchas')
        .values({ signature, expiresAt })
        .onConflict((conflict) => conflict.column('signature').doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },

    async deleteExpired(now) {
      await db.deleteFrom('usedCaptchas').where('expiresAt', '<=', now).execute()
    },
  }
}
