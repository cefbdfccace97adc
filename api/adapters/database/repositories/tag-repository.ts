import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { TagRepository, TagRow } from '../../../ports/trusttag/tag-store'
import type { Tables } from '../../../database/tables'
import { olderThan } from '../../../database/sql'

export function createTagRepository(db: Kysely<Tables>): TagRepository {
  const tags = () => db.selectFrom('tags').selectAll()
  const newest = () => tags().orderBy('issuedAt', 'desc').orderBy('id', 'desc')
  return {
    async insert({ topics, proof, ...row }) {
      await db
        .insertInto('tags')
        .values({ ...row, topics: JSON.stringify(topics), proof: proof && JSON.stringify(proof) })
        .execute()
    },

    async find(id) {
      const row = await tags().where('id', '=', id).executeTakeFirst()
      return row ? toTag(row) : null
    },

    // A private one is passed over here, so that nothing after this can tell it from none.
    async findShown(id) {
      const row = await tags().where('id', '=', id).where('visibility', '<>', 'PRIVATE').executeTakeFirst()
      return row ? toTag(row) : null
    },

    async findByAttempt(attemptId) {
      const row = await tags().where('attemptId', '=', attemptId).executeTakeFirst()
      return row ? toTag(row) : null
    },

    async listByMember(memberId) {
      return (await newest().where('memberId', '=', memberId).execute()).map(toTag)
    },

    async listByApp(appId, mode, limit, before) {
      const of = newest().where('appId', '=', appId).where('mode', '=', mode)
      return (
        await of
          .where(olderThan('issuedAt', 'id', before))
          .limit(limit)
          .execute()
      ).map(toTag)
    },

    async update(id, { proof, ...changes }) {
      const set = { ...changes, ...(proof !== undefined && { proof: proof && JSON.stringify(proof) }) }
      if (Object.keys(set).length > 0) await db.updateTable('tags').set(set).where('id', '=', id).execute()
    },

    async revoke(id, revokedAt, revokeReason) {
      const { numUpdatedRows } = await db
        .updateTable('tags')
        .set({ revokedAt, revokeReason })
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}

const stored = {
  topics: v.array(v.object({ topic: v.string(), title: v.string(), points: v.number(), of: v.number() })),
  proof: v.object({ leafHash: v.string(), logIndex: v.number() }),
}

const toTag = ({ topics, proof, ...row }: Selectable<Tables['tags']>): TagRow => ({
  ...row,
  topics: v.parse(stored.topics, JSON.parse(topics)),
  proof: proof === null ? null : v.parse(stored.proof, JSON.parse(proof)),
})
