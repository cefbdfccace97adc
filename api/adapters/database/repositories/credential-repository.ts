import type { Kysely } from 'kysely'
import type { CredentialRepository, CredentialRow } from '../../../ports/trusttag/credential-store'
import type { ProofAlarmRepository } from '../../../ports/trusttag/proof-alarm'
import type { Tables } from '../../../database/tables'
import { inChunks } from '../../../database/sql'

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

    async listByTags(tagIds) {
      const rows: CredentialRow[] = []
      for (const ids of inChunks(tagIds)) rows.push(...(await credentials().where('tagId', 'in', ids).execute()))
      return rows
    },

    listKeys: (mode, after, limit) =>
      db
        .selectFrom('tagCredentials')
        .select(['tagId', 'digest', 'salt', 'statusList', 'statusIndex'])
        .where('mode', '=', mode)
        .where('tagId', '>', after)
        .orderBy('tagId')
        .limit(limit)
        .execute(),

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

export function createProofAlarmRepository(db: Kysely<Tables>): ProofAlarmRepository {
  return {
    async record(subject, at) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('proofAlarms')
        .values({ subject, at })
        .onConflict((conflict) => conflict.column('subject').doNothing())
        .executeTakeFirstOrThrow()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
  }
}
