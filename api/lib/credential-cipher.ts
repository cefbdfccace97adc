import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolderAtOnce, writeSecretFile } from './folders'
import { ApiError } from './errors'
import type { Mode } from './ids'

/** The owner of a sealed text: it cannot be opened for another app, mode or kind. */
export interface Binding {
  appId: string
  mode: Mode
  kind: string
}

/** AES-256-GCM for credentials of apps. */
export interface CredentialCipher {
  /** @throws ApiError `encryption-key-missing` */
  seal(binding: Binding, text: string): string
  /** Null if no known key opens it. */
  open(binding: Binding, sealed: string): string | null
  /** Whether the newest key sealed it. */
  isCurrent(binding: Binding, sealed: string): boolean
  /** Whether a key is known. */
  canSeal: boolean
}

const PREFIX = 'A256GCM.'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** @param keys the first one seals, all open; none: credentials cannot be stored */
export function createCredentialCipher(keys: readonly Uint8Array[]): CredentialCipher {
  const openWith = (key: Uint8Array, binding: Binding, sealed: string): string | null => {
    const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(boundTo(binding))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
  return {
    seal(binding, text) {
      const [key] = keys
      if (!key) throw new ApiError('encryption-key-missing')
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(binding))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return PREFIX + Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(binding, sealed) {
      for (const key of keys) {
        const text = openWith(key, binding, sealed)
        if (text !== null) return text
      }
      return null
    },
    isCurrent: (binding, sealed) => keys[0] !== undefined && openWith(keys[0], binding, sealed) !== null,
    canSeal: keys.length > 0,
  }
}

/** Whether a stored text is encrypted. */
export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX)

const boundTo = ({ appId, mode, kind }: Binding): Buffer => Buffer.from(`${appId}\n${mode}\n${kind}`)

/** Not part of a backup: a stolen backup opens nothing. */
export const KEY_FILE = 'credentials.key'

/**
 * KEY_ENCRYPTION_KEY first. Without it, a key of DATA_DIR, which the first start writes; several processes share no DATA_DIR, so with
 * a database server the setting is required.
 */
export function readCredentialKeys(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  encryptionKey: Uint8Array | null,
): Uint8Array[] {
  const file = join(dataDir, KEY_FILE)
  const given = encryptionKey ? [encryptionKey] : []
  const stored = existsSync(file) ? [readKeyFile(file)] : []
  if (given.length + stored.length > 0 || databaseUrl !== null) return [...given, ...stored]
  const key = randomBytes(KEY_BYTES)
  // A power cut must leave the whole key or none: what it encrypted would be lost.
  const fresh = writeSecretFile(dataDir, `${key.toString('base64')}\n`)
  try {
    linkSync(fresh, file)
    syncFolderAtOnce(dataDir)
  } finally {
    rmSync(fresh, { force: true })
  }
  return [key]
}

function readKeyFile(file: string): Uint8Array {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${file} is damaged: it must contain 32 bytes in base64.`)
  return key
}
