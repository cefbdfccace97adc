import type { Kysely } from 'kysely'
import type { CredentialRepository } from '../../../ports/trusttag/credential-store'
import type { Tables } from '../tables'

export function createCredentialRepository(db: Kysely<Tables>): CredentialRepository {
  const credentials = () => db.selectFrom('tagCredentials').selectAll()
  return {
    async insert(credential) {
      await db.insertInto('tagCredentials').values(credential).execute()
    },

    async find(tagId) {
      return (await credentials().where('tagId', '=', tagId).executeTakeFirst()) ?? null
    },

    listByMember: (memberId) => credentials().where('memberId', '=', memberId).orderBy('logIndex').execute(),

    async listSignedBy(mode, key) {
      const rows = await credentials()
        .clearSelect()
        .select('tagId')
        .where('mode', '=', mode)
        .where('credential', 'like', `%#${key}"%`)
        .orderBy('logIndex')
        .execute()
      return rows.map(({ tagId }) => tagId)
    },

    async delete(tagId) {
      await db.deleteFrom('tagCredentials').where('tagId', '=', tagId).execute()
    },

    async listTagsWithout(limit) {
      const rows = await db
        .selectFrom('tags')
        .select('id')
        .where('proof', 'is', null)
        .orderBy('issuedAt')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
