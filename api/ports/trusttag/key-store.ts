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

/** Where signing keys are kept: files of DATA_DIR, the database, or the environment. */
export interface KeyStore {
  /** Oldest first. @throws ConfigError-like `Error` with one line when they cannot be read */
  list(): Promise<StoredKey[]>
  /** Adds a key; the ones of its purpose before it are retired and lose their seed. Atomic. */
  replace(key: StoredKey): Promise<void>
}

/** Rows as they are kept; a `KeyStore` over them encrypts and decrypts the seeds. */
export interface SigningKeyRepository {
  /** Oldest first. */
  list(): Promise<StoredKey[]>
  insert(key: StoredKey): Promise<void>
  /** Retires those of a purpose that sign, and forgets their seeds. */
  retire(purpose: KeyPurpose, at: number): Promise<void>
}
