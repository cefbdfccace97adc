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
import { KeyStoreError } from '../../ports/trusttag/key-store'
import type { KeyPurpose, KeyStore, StoredKey } from '../../ports/trusttag/key-store'
import { keyFileSchema } from './key-file-schema'
import { createSeedProtection } from './seed-protection'
import { syncFolderAtOnce } from '../files/sync-folder-at-once'
import { writeSecretFile } from './write-secret-file'

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
