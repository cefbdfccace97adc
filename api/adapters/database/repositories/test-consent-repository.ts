import type { Kysely } from 'kysely'
import type { TestConsentRepository } from '../../../ports/provider-store'
import type { Tables } from '../../../database/tables'

export function createTestConsentRepository(db: Kysely<Tables>): TestConsentRepository {
  return {
    async insert(consent) {
      await db
        .insertInto('testConsents')
        .values({ ...consent, emailVerified: consent.emailVerified ? 1 : 0 })
        .execute()
    },

    async consume(codeDigest, now) {
      const row = await db
        .deleteFrom('testConsents')
        .where('codeDigest', '=', codeDigest)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row ? { ...row, emailVerified: row.emailVerified === 1 } : null
    },

    async deleteExpired(now) {
      await db.deleteFrom('testConsents').where('expiresAt', '<=', now).execute()
    },
  }
}
