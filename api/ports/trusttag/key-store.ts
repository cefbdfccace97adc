/** What a key is for; Test Mode has its own, so that none of them can ever sign what counts. */
export const keyPurposes = ['issuer-live', 'issuer-test', 'log-live', 'log-test'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

export interface StoredKey {
  purpose: KeyPurpose
  /** Ed25519, 32 bytes, base64url. */
  publicKey: string
  /** Ed25519 seed, 32 bytes, base64url; null once it is retired: what is gone cannot be stolen. */
  seed: string | null
  createdAt: number
  retiredAt: number | null
}

/** Keys cannot be read or changed. One line for whoever runs the server, without a secret. */
export class KeyStoreError extends Error {}

/** Where signing keys are kept: files of DATA_DIR, the database, or the environment. */
export interface KeyStore {
  /** Oldest first, readable. @throws KeyStoreError when they cannot be read */
  list(): Promise<StoredKey[]>
  /** Adds the first key of each purpose; where another process was faster, its key stays. Atomic. */
  addFirst(keys: readonly StoredKey[]): Promise<void>
  /** Adds a key; the ones of its purpose before it are retired and lose their seed. Atomic. */
  replace(key: StoredKey): Promise<void>
  /** Forgets a retired key: nothing that it signed verifies any more. False when there is none such. */
  remove(publicKey: string): Promise<boolean>
}

/** Rows as they are kept, seeds as they come; a `KeyStore` over them encrypts and decrypts. */
export interface SigningKeyRepository {
  /** Oldest first. */
  list(): Promise<StoredKey[]>
  /** Adds a key; false when one of its purpose signs already. Atomic. */
  insert(key: StoredKey): Promise<boolean>
  /** Retires those of a purpose that sign, and forgets their seeds. */
  retire(purpose: StoredKey['purpose'], at: number): Promise<void>
  /** Puts another writing of a seed in the place of one that is still there. */
  rewriteSeed(publicKey: string, before: string, after: string): Promise<void>
  /** False when there is no such key, or it signs. */
  deleteRetired(publicKey: string): Promise<boolean>
}
