import * as v from 'valibot'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { syncFolderAtOnce } from '../../adapters/files/sync-folder-at-once'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Store } from '../../ports/store'
import type { KeySettings } from './settings'
import { ed25519KeyOf } from './sign'

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

const FILE = 'signing-keys.json'
/** Who finds the file in other hands waits for a second. */
const LOCK_TRIES = 20
const LOCK_WAIT_MS = 50

/**
 * Keys in one file of a folder, readable by their owner only. The file is only ever replaced as a whole.
 * @param folder made when it is missing
 * @param encryptionKey KEY_ENCRYPTION_KEY, 32 bytes; a file that was plain is encrypted when it is next read. Null: plain
 */
export function createFileKeys(folder: string, encryptionKey: Uint8Array | null = null): KeyStore {
  const file = join(folder, FILE)
  const protection = createSeedProtection(encryptionKey)
  const write = (keys: readonly StoredKey[], place: (fresh: string) => void): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    const fresh = writeSecretFile(
      folder,
      `${JSON.stringify(
        keys.map((key) => protection.seal(key)),
        null,
        2,
      )}\n`,
    )
    try {
      place(fresh)
      syncFolderAtOnce(folder)
    } finally {
      rmSync(fresh, { force: true })
    }
  }
  const tryToChange = (changed: (keys: StoredKey[]) => readonly StoredKey[]): boolean =>
    locked(`${file}.lock`, () => write(changed(readStored(file)), (fresh) => renameSync(fresh, file)))
  const change = async (changed: (keys: StoredKey[]) => readonly StoredKey[]): Promise<void> => {
    for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
      if (tryToChange(changed)) return
      await setTimeout(LOCK_WAIT_MS)
    }
    throw new KeyStoreError(`Another process is changing the signing keys. If none is, delete ${file}.lock.`)
  }

  return {
    list: () =>
      promised(() => {
        const stored = readStored(file)
        const keys = stored.map((key) => protection.open(key))
        // Whoever else has it in hand writes it as it should be, too.
        if (!stored.every((key) => protection.isSealed(key))) tryToChange((there) => there)
        return keys
      }),
    async addFirst(keys) {
      // Of two first starts at once, one makes the file.
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

/** Whatever goes wrong is an answer, too. */
const promised = <T>(work: () => T): Promise<T> =>
  new Promise((resolve) => {
    resolve(work())
  })

/** None where there is no file; one that cannot be read is never taken for that. */
function readStored(file: string): StoredKey[] {
  if (!existsSync(file)) return []
  try {
    return v.parse(keyFileSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    // Neither the text nor what a parser says of it is repeated: it holds secrets.
    throw new KeyStoreError(`The signing keys in ${file} cannot be read${code}. Put a copy of the file in its place.`)
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

/** One at a time changes the file, in whatever process. False when somebody else is at it. */
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

/** What stands in a file of signing keys: 32 bytes as base64url, seeds encrypted or not. One without a key is none of ours. */
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

/**
 * Writes a file that its owner alone may read, and has it on the disk.
 * @returns its path: a name in the folder that nothing else has
 */
export function writeSecretFile(folder: string, content: string): string {
  const path = join(folder, `.${randomBytes(8).toString('hex')}.new`)
  const handle = openSync(path, 'wx', 0o600)
  try {
    writeSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return path
}

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

/** Keys that the environment names: nothing here can change them. When they were made nobody says. */
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
    Promise.reject(new KeyStoreError('The signing keys are settings of the environment: change them there.'))
  return { list: () => Promise.resolve(keys), addFirst: refuse, replace: refuse, remove: refuse }
}

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
