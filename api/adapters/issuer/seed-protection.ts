import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { KeyStoreError } from '../../ports/trusttag/key-store'
import type { StoredKey } from '../../ports/trusttag/key-store'
import { ed25519KeyOf } from './ed25519-key'

/** How seeds are written down. */
export interface SeedProtection {
  /** As it is kept: encrypted where there is a key for it. A seed that is encrypted already stays as it is. */
  seal(key: StoredKey): StoredKey
  /** As it can be used. @throws KeyStoreError */
  open(key: StoredKey): StoredKey
  /** Whether a seed is kept as it should be. */
  isSealed(key: StoredKey): boolean
}

/** What an encrypted seed begins with. */
const SEALED = 'A256GCM.'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seeds encrypted with AES-256-GCM, each bound to its public key and purpose, so that nobody can put one in another's place.
 * @param encryptionKey KEY_ENCRYPTION_KEY, 32 bytes; null: seeds are kept as they are
 */
export function createSeedProtection(encryptionKey: Uint8Array | null): SeedProtection {
  return {
    isSealed: ({ seed }) => encryptionKey === null || seed === null || seed.startsWith(SEALED),
    seal: (key) =>
      encryptionKey === null || key.seed === null || key.seed.startsWith(SEALED)
        ? key
        : { ...key, seed: encrypt(encryptionKey, key, key.seed) },
    open(key) {
      if (key.seed === null) return key
      const seed = key.seed.startsWith(SEALED) ? decrypt(encryptionKey, key, key.seed) : key.seed
      const fits = textOf(ed25519KeyOf(bytesOf(seed)).publicKey) === key.publicKey
      if (!fits)
        throw new KeyStoreError(`The signing key ${key.publicKey} is damaged: its secret belongs to another key.`)
      return { ...key, seed }
    },
  }
}

function encrypt(encryptionKey: Uint8Array, key: StoredKey, seed: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, encryptionKey, nonce).setAAD(boundTo(key))
  const text = Buffer.concat([cipher.update(bytesOf(seed)), cipher.final()])
  return SEALED + Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

function decrypt(encryptionKey: Uint8Array | null, key: StoredKey, sealed: string): string {
  if (encryptionKey === null)
    throw new KeyStoreError('The signing keys are encrypted, and KEY_ENCRYPTION_KEY is not set. Set it to what it was.')
  const bytes = bytesOf(sealed.slice(SEALED.length))
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const cipher = createDecipheriv(CIPHER, encryptionKey, nonce, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(key))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    return textOf(Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]))
  } catch {
    // What the library says is no help, and its input is a secret.
    throw new KeyStoreError(
      `The signing key ${key.publicKey} cannot be decrypted: KEY_ENCRYPTION_KEY is another one than it was, or the key is damaged.`,
    )
  }
}

const boundTo = ({ purpose, publicKey }: StoredKey): Buffer => Buffer.from(`${purpose}\n${publicKey}`)
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
