import type { Kysely } from 'kysely'
import type { SigningKeyRepository } from '../../../ports/trusttag/key-store'
import type { Tables } from '../tables'

export function createSigningKeyRepository(db: Kysely<Tables>): SigningKeyRepository {
  return {
    list: () => db.selectFrom('signingKeys').selectAll().orderBy('createdAt').orderBy('publicKey').execute(),

    async insert(key) {
      await db.insertInto('signingKeys').values(key).execute()
    },

    async retire(purpose, at) {
      await db
        .updateTable('signingKeys')
        .set({ retiredAt: at, seed: null })
        .where('purpose', '=', purpose)
        .where('retiredAt', 'is', null)
        .execute()
    },
  }
}
