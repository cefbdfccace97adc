import type { Kysely } from 'kysely'
import type { SecretKeyRepository } from '../../../features/apps/secret-keys'
import type { Tables } from '../../../database/tables'

export function createSecretKeyRepository(db: Kysely<Tables>): SecretKeyRepository {
  return {
    async insert(row) {
      await db.insertInto('secretKeys').values(row).execute()
    },

    async findByDigest(keyDigest) {
      const row = await db.selectFrom('secretKeys').selectAll().where('keyDigest', '=', keyDigest).executeTakeFirst()
      return row ?? null
    },

    list: (appId, mode) =>
      db
        .selectFrom('secretKeys')
        .selectAll()
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    async revoke(appId, mode, id, now) {
      const { numUpdatedRows } = await db
        .updateTable('secretKeys')
        .set({ revokedAt: now })
        .where('id', '=', id)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('revokedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async touch(id, now) {
      await db.updateTable('secretKeys').set({ lastUsedAt: now }).where('id', '=', id).execute()
    },
  }
}
