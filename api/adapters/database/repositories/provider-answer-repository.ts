import type { Kysely } from 'kysely'
import type { ProviderAnswerRepository } from '../../../ports/provider-store'
import type { Tables } from '../../../database/tables'

export function createProviderAnswerRepository(db: Kysely<Tables>): ProviderAnswerRepository {
  return {
    async insert(answer) {
      await db.insertInto('providerAnswers').values(answer).execute()
    },

    async consume({ answerDigest, challenge, appId, mode }, now) {
      const row = await db
        .deleteFrom('providerAnswers')
        .where('answerDigest', '=', answerDigest)
        .where('challenge', '=', challenge)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    async deleteByMember(memberId) {
      await db.deleteFrom('providerAnswers').where('memberId', '=', memberId).execute()
    },

    async deleteExpired(now) {
      await db.deleteFrom('providerAnswers').where('expiresAt', '<=', now).execute()
    },
  }
}
