import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import type { Database } from '../../database/db'
import { syncFolderAtOnce, writeSecretFile } from '../../lib/folders'
import { ed25519KeyOf } from '../transparency-log/ed25519'
import { deleteRetiredKey, insertSigningKey, listSigningKeys, replaceSeed, retireSigningKeys } from './repository'
import type { SigningKeyRow } from './repository'
import { type KeyPurpose, keyPurposes, type KeySettings } from './settings'

export interface StoredKey extends SigningKeyRow {
  /** Ed25519, 32 bytes, base64url. */
  publicKey: string
  /** Ed25519 seed, 32 bytes, base64url. Null once the key is retired: a deleted seed cannot be stolen. */
  seed: string | null
}

/** Keys cannot be read or changed. The message is one line for the operator, without a secret. */
export class KeyStoreError extends Error {}

/** Signing keys in files of DATA_DIR, in the database, or in the environment. */
export interface KeyStore {
  /** Oldest first, decrypted. @throws KeyStoreError if they cannot be read */
  list(): Promise<StoredKey[]>
  /** Adds the first key of each purpose, unless another process was faster. Atomic. */
  addFirst(keys: readonly StoredKey[]): Promise<void>
  /** Adds a key, retires the former keys of its purpose and deletes their seeds. Atomic. */
  replace(key: StoredKey): Promise<void>
  /** Deletes a retired key; its signatures no longer verify. False for an unknown key. */
  remove(publicKey: string): Promise<boolean>
}

const FILE = 'signing-keys.json'
/** Waits up to a second for another process. */
const LOCK_TRIES = 20
const LOCK_WAIT_MS = 50

/**
 * Keys in one file that only its owner can read, replaced as a whole.
 * @param folder created if missing
 * @param encryptionKey KEY_ENCRYPTION_KEY, 32 bytes; a plain file is encrypted at the next read. Null: not encrypted
 */
export function createFileKeys(folder: string, encryptionKey: Uint8Array | null = null): KeyStore {
  const file = join(folder, FILE)
  const protection = createSeedProtection(encryptionKey)
  const write = (keys: readonly StoredKey[], place: (fresh: string) => void): void => {
    const sealed = keys.map((key) => protection.seal(key))
    writeInFolder(folder, `${JSON.stringify(sealed, null, 2)}\n`, place)
  }
  const tryToChange = (changed: (keys: StoredKey[]) => readonly StoredKey[]): boolean =>
    locked(`${file}.lock`, () => write(changed(readStored(file)), (fresh) => renameSync(fresh, file)))
  const change = async (changed: (keys: StoredKey[]) => readonly StoredKey[]): Promise<void> => {
    for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
      if (tryToChange(changed)) return
      await setTimeout(LOCK_WAIT_MS)
    }
    throw new KeyStoreError(`Another process is changing the signing keys. If no process is, delete ${file}.lock.`)
  }

  return {
    list: () =>
      promised(() => {
        const stored = readStored(file)
        const keys = stored.map((key) => protection.open(key))
        // If the file is locked, the other process encrypts it.
        if (!stored.every((key) => protection.isSealed(key))) tryToChange((there) => there)
        return keys
      }),
    async addFirst(keys) {
      // With two parallel first starts, one creates the file.
      if (!existsSync(file)) write(keys, (fresh) => linkUnlessThere(fresh, file))
      const missingIn = (there: readonly StoredKey[]) => keys.filter((key) => !there.some(signs(key.purpose)))
      if (missingIn(readStored(file)).length > 0) await change((there) => there.concat(missingIn(there)))
    },
    replace: (key) =>
      change((there) =>
        there.map((one) => (one.purpose === key.purpose ? retire(one, key.createdAt) : one)).concat(key),
      ),
    async remove(publicKey) {
      const isIt = (key: StoredKey) => key.publicKey === publicKey && key.retiredAt !== null
      const isThere = readStored(file).some(isIt)
      if (isThere) await change((there) => there.filter((key) => !isIt(key)))
      return isThere
    },
  }
}

/** Writes a new secret file, which `place` moves or links to its name. */
function writeInFolder(folder: string, text: string, place: (fresh: string) => void): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const fresh = writeSecretFile(folder, text)
  try {
    place(fresh)
    syncFolderAtOnce(folder)
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** Turns a synchronous error into a rejection. */
const promised = <T>(work: () => T): Promise<T> =>
  new Promise((resolve) => {
    resolve(work())
  })

/** Empty if there is no file. A damaged file must never be treated as missing. */
function readStored(file: string): StoredKey[] {
  if (!existsSync(file)) return []
  try {
    return v.parse(keyFileSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    // The text and the parser's message may have secrets.
    throw new KeyStoreError(`The signing keys in ${file} cannot be read${code}. Restore the file from a copy.`)
  }
}

const signs = (purpose: KeyPurpose) => (key: StoredKey) => key.purpose === purpose && key.retiredAt === null
const retire = (key: StoredKey, at: number): StoredKey => ({ ...key, seed: null, retiredAt: key.retiredAt ?? at })

function linkUnlessThere(fresh: string, file: string): void {
  try {
    linkSync(fresh, file)
  } catch (error) {
    if (!isThere(error)) throw error
  }
}

/** Lock across processes; false if it is taken. */
function locked(lock: string, work: () => void): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
  } catch (error) {
    if (isThere(error)) return false
    throw error
  }
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
  return true
}

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Public keys and plain seeds are 32 bytes as base64url. */
export const keyFileSchema = v.pipe(
  v.array(
    v.object({
      purpose: v.picklist(keyPurposes),
      publicKey: v.pipe(v.string(), v.regex(/^[\w-]{43}$/u)),
      seed: v.nullable(v.pipe(v.string(), v.regex(/^([\w-]{43}|A256GCM\.[\w-]{80})$/u))),
      createdAt: v.number(),
      retiredAt: v.nullable(v.number()),
    }),
  ),
  v.nonEmpty(),
)

export type KeyDatabase = Pick<Database, 'kysely' | 'image' | 'cacheClock' | 'transaction'>

/**
 * Keys in a database that several machines share.
 * @param encryptionKey KEY_ENCRYPTION_KEY, 32 bytes; plain keys are encrypted at the next read. Null: not encrypted
 */
export function createDatabaseKeys(store: KeyDatabase, encryptionKey: Uint8Array | null): KeyStore {
  const protection = createSeedProtection(encryptionKey)
  return {
    async list() {
      const rows = await listSigningKeys(store)
      const keys = rows.map((row) => protection.open(row))
      for (const row of rows) {
        const sealed = protection.seal(row)
        if (row.seed !== null && sealed.seed !== null && sealed.seed !== row.seed)
          await replaceSeed(store, row.publicKey, row.seed, sealed.seed)
      }
      return keys
    },
    async addFirst(keys) {
      await store.transaction(async (tx) => {
        for (const key of keys) await insertSigningKey(tx, protection.seal(key))
      })
    },
    async replace(key) {
      await store.transaction(async (tx) => {
        await retireSigningKeys(tx, key.purpose, key.createdAt)
        if (!(await insertSigningKey(tx, protection.seal(key))))
          throw new KeyStoreError('Another process has changed this key.')
      })
    },
    remove: (publicKey) => deleteRetiredKey(store, publicKey),
  }
}

/** Read-only keys from the environment. Their creation times are unknown. */
export function createEnvironmentKeys({
  seeds,
  retired,
}: Pick<Extract<KeySettings, { keysIn: 'environment' }>, 'seeds' | 'retired'>): KeyStore {
  const keys = keyPurposes.flatMap((purpose): StoredKey[] => {
    const [seed, before] = [seeds[purpose], retired[purpose].map(textOf)]
    const publicKey = textOf(ed25519KeyOf(seed).publicKey)
    return before
      .map((key): StoredKey => ({ purpose, publicKey: key, seed: null, createdAt: 0, retiredAt: 0 }))
      .concat({ purpose, publicKey, seed: textOf(seed), createdAt: 0, retiredAt: null })
  })
  const refuse = () =>
    Promise.reject(new KeyStoreError('The signing keys come from environment variables. Change them there.'))
  return { list: () => Promise.resolve(keys), addFirst: refuse, replace: refuse, remove: refuse }
}

interface SeedProtection {
  /** Encrypts the seed if an encryption key is set. An encrypted seed is returned unchanged. */
  seal(key: StoredKey): StoredKey
  /** Decrypts the seed. @throws KeyStoreError */
  open(key: StoredKey): StoredKey
  isSealed(key: StoredKey): boolean
}

const SEALED = 'A256GCM.'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM, bound to public key and purpose so that seeds cannot be swapped.
 * @param encryptionKey KEY_ENCRYPTION_KEY, 32 bytes; null: seeds are not encrypted
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
        throw new KeyStoreError(`The signing key ${key.publicKey} is damaged: its secret half belongs to another key.`)
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
    throw new KeyStoreError(
      'The signing keys are encrypted, but KEY_ENCRYPTION_KEY is not set. Set it to the value they were encrypted with.',
    )
  const bytes = bytesOf(sealed.slice(SEALED.length))
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const cipher = createDecipheriv(CIPHER, encryptionKey, nonce, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(key))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    return textOf(Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]))
  } catch {
    // The library's message does not help, and its input is secret.
    throw new KeyStoreError(
      `The signing key ${key.publicKey} cannot be decrypted: KEY_ENCRYPTION_KEY has changed, or the key is damaged.`,
    )
  }
}

const boundTo = ({ purpose, publicKey }: StoredKey): Buffer => Buffer.from(`${purpose}\n${publicKey}`)
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
