import type { Store } from '../../ports/store'
import { KeyStoreError } from '../../ports/trusttag/key-store'
import type { KeyStore } from '../../ports/trusttag/key-store'
import { createSeedProtection } from './seed-protection'

/**
 * Keys in the database, which several machines share.
 * @param encryptionKey KEY_ENCRYPTION_KEY, 32 bytes; keys that were plain are encrypted when they are next read. Null: plain
 */
export function createDatabaseKeys(
  store: Pick<Store, 'signingKeys' | 'transaction'>,
  encryptionKey: Uint8Array | null,
): KeyStore {
  const protection = createSeedProtection(encryptionKey)
  return {
    async list() {
      const rows = await store.signingKeys.list()
      const keys = rows.map((row) => protection.open(row))
      for (const row of rows) {
        const sealed = protection.seal(row)
        if (row.seed !== null && sealed.seed !== null && sealed.seed !== row.seed)
          await store.signingKeys.rewriteSeed(row.publicKey, row.seed, sealed.seed)
      }
      return keys
    },
    async addFirst(keys) {
      await store.transaction(async ({ signingKeys }) => {
        for (const key of keys) await signingKeys.insert(protection.seal(key))
      })
    },
    async replace(key) {
      await store.transaction(async ({ signingKeys }) => {
        await signingKeys.retire(key.purpose, key.createdAt)
        if (!(await signingKeys.insert(protection.seal(key))))
          throw new KeyStoreError('Another process has changed this key.')
      })
    },
    remove: (publicKey) => store.signingKeys.deleteRetired(publicKey),
  }
}
