import type { Kysely } from 'kysely'
import type { SigningKeyRepository } from '../../../features/credentials/keys'
import type { Tables } from '../../../database/tables'

export function createSigningKeyRepository(db: Kysely<Tables>): SigningKeyRepository {
  return {
    list: () => db.selectFrom('signingKeys').selectAll().orderBy('createdAt').orderBy('publicKey').execute(),

    // An index lets one key of each purpose sign.
    async insert(key) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('signingKeys')
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    async retire(purpose, at) {
      await db
        .updateTable('signingKeys')
        .set({ retiredAt: at, seed: null })
        .where('purpose', '=', purpose)
        .where('retiredAt', 'is', null)
        .execute()
    },

    async rewriteSeed(publicKey, before, after) {
      await db
        .updateTable('signingKeys')
        .set({ seed: after })
        .where('publicKey', '=', publicKey)
        .where('seed', '=', before)
        .execute()
    },

    async deleteRetired(publicKey) {
      const { numDeletedRows } = await db
        .deleteFrom('signingKeys')
        .where('publicKey', '=', publicKey)
        .where('retiredAt', 'is not', null)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}
