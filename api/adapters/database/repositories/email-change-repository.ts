import type { Kysely, Selectable } from 'kysely'
import type { EmailChangeRepository, EmailChangeRow } from '../../../ports/address-store'
import type { Tables } from '../../../database/tables'

export function createEmailChangeRepository(db: Kysely<Tables>): EmailChangeRepository {
  const open = (now: number) =>
    db.selectFrom('emailChanges').selectAll().where('expiresAt', '>', now).orderBy('id', 'desc')
  return {
    async insert(change) {
      const wordsBefore = change.wordsBefore && JSON.stringify(change.wordsBefore)
      await db
        .insertInto('emailChanges')
        .values({ ...change, wordsBefore })
        .execute()
    },

    async findByLink(linkDigest, now) {
      const row = await open(now).where('linkDigest', '=', linkDigest).executeTakeFirst()
      return row ? toChange(row) : null
    },

    async findByAddress({ appId, mode, email }, now) {
      const row = await open(now)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('email', '=', email)
        .executeTakeFirst()
      return row ? toChange(row) : null
    },

    async findLatest(memberId, now) {
      const row = await open(now).where('memberId', '=', memberId).executeTakeFirst()
      return row ? toChange(row) : null
    },

    async takeBack({ id, memberId, createdAt }) {
      const taken = await db.deleteFrom('emailChanges').where('id', '=', id).returningAll().executeTakeFirst()
      const later = db.deleteFrom('emailChanges').where('memberId', '=', memberId).where('createdAt', '>=', createdAt)
      await later.execute()
      return taken ? toChange(taken) : null
    },

    async keepWords(memberId, words) {
      await db
        .updateTable('emailChanges')
        .set({ wordsBefore: JSON.stringify(words) })
        .where('memberId', '=', memberId)
        .where('wordsBefore', 'is', null)
        .execute()
    },

    async deleteExpired(now) {
      await db.deleteFrom('emailChanges').where('expiresAt', '<=', now).execute()
    },
  }
}

const toChange = (row: Selectable<Tables['emailChanges']>): EmailChangeRow => ({
  ...row,
  wordsBefore: row.wordsBefore === null ? null : JSON.parse(row.wordsBefore),
})
