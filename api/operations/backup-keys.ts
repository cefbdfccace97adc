import * as v from 'valibot'
import { dirname, join } from 'node:path'
import type { StoredKey } from '../features/credentials/keys'
import { backupParts } from './backup-parts'
import type { Manifest } from './backup-parts'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { syncFolderAtOnce } from '../adapters/files/sync-folder-at-once'
import { keyFileSchema, writeSecretFile } from '../features/credentials/keys'
import { DatabaseRefusal } from '../database/errors'
import type { Tables } from '../database/tables'
import { makeFolder } from '../lib/folders'
import type { VerifiedBackup } from './verify-backup'
import { parseTreeHead } from '../../contract/tlog/checkpoint'
import { parseNote } from '../../contract/tlog/signed-note'
import { proofModes, proofPaths } from '../../contract/proof-paths'

/**
 * Whether a backup holds the keys that TrustTags and their log are signed with. `lost`: it does not, and there is something
 * that only they can sign for; `none`: it does not, and nothing needs them yet.
 */
export type KeysOfBackup = 'environment' | 'held' | 'lost' | 'none'

/** Looks at what lies in its folder: not at where keys should have been. */
export function keysOfBackup(folder: string, { keysIn, rows, logs }: Manifest): KeysOfBackup {
  if (keysIn === 'environment') return 'environment'
  const inFile = keyFileOfBackup(folder)
  if (inFile === null ? (rows['signing_keys'] ?? 0) > 0 : inFile.length > 0) return 'held'
  return logs.live + logs.test + (rows['tag_credentials'] ?? 0) > 0 ? 'lost' : 'none'
}

/** Null where it has no file of keys, none where that cannot be read: everything else of a backup is of use without them. */
export function keyFileOfBackup(folder: string): StoredKey[] | null {
  try {
    return readKeyFile(join(folder, backupParts.keys))
  } catch {
    return []
  }
}

/** Signing keys as a file keeps them, seeds encrypted or not; null where there is no file. @throws DatabaseRefusal that repeats no secret */
export function readKeyFile(file: string): StoredKey[] | null {
  if (!existsSync(file)) return null
  try {
    return v.parse(keyFileSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new DatabaseRefusal(`The signing keys in ${file} cannot be read.`)
  }
}

/**
 * Puts keys into a file, unless it holds them all and perhaps newer ones.
 * @returns what became of the file that was there: `kept`, or where it was put aside; null where there was none
 */
export function writeKeyFile(file: string, keys: readonly StoredKey[], now: Date): string | null {
  const there = readKeyFile(file)
  if (there && keys.every(({ publicKey }) => there.some((one) => one.publicKey === publicKey))) return 'kept'
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = writeSecretFile(folder, `${JSON.stringify(keys, null, 2)}\n`)
  const aside = there && `${file}.before-${now.toISOString().replace(/[-:]|\.\d+/gu, '')}`
  if (aside !== null) renameSync(file, aside)
  renameSync(fresh, file)
  syncFolderAtOnce(folder)
  return aside
}

/** Puts keys in the place of those that a database holds. */
export async function replaceKeyRows(db: Kysely<Tables>, keys: readonly StoredKey[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('signingKeys').execute()
    if (keys.length > 0)
      await transaction
        .insertInto('signingKeys')
        .values([...keys])
        .execute()
  })
}

export const listKeyRows = (db: Kysely<Tables>): Promise<StoredKey[]> =>
  db.selectFrom('signingKeys').selectAll().orderBy('createdAt').orderBy('publicKey').execute()

/** The only parts of a witness's folder. */
const PART = /^witness\/(?:key|memory\/\d{12})\.json$/u

/** @throws DatabaseRefusal where a witness is already: it may know more than the backup */
export function requireNoWitness(dataDir: string): void {
  const folder = join(dataDir, backupParts.witness)
  if (existsSync(folder)) throw new DatabaseRefusal(`There is a witness in ${folder} already. It stays as it is.`)
}

/** Brings key and memory of the API's own witness along. */
export function putWitness(dataDir: string, { folder, parts }: VerifiedBackup): void {
  for (const path of parts.filter((part) => PART.test(part))) {
    const target = join(dataDir, path)
    makeFolder(dirname(target))
    copyFileSync(join(folder, path), target)
    chmodSync(target, 0o600)
  }
}

const stored = v.object({ checkpoints: v.array(v.string()) })

/**
 * What whoever restores a log has to know: entries after the backup are gone here, and not from the memory of those who
 * saw them. What the own witness of this machine remembers is read, too.
 * @returns lines for people; none where the logs are empty
 */
export function warnOfFork(logs: Manifest['logs'], dataDir: string): string[] {
  if (logs.live + logs.test === 0) return []
  const remembered = readWitness(join(dataDir, 'witness', 'memory'))
  const behind = proofModes.flatMap((mode) => {
    const seen = remembered.find(({ origin }) => origin.endsWith(proofPaths[mode].log))?.size ?? 0
    return seen > logs[mode]
      ? [
          `WARNING: the witness of this machine has seen ${seen} entries of the ${mode} log, the backup has ${logs[mode]}. It will sign nothing more of it.`,
        ]
      : []
  })
  return [
    `WARNING: the log goes on after entry ${logs.live}, that of Test Mode after entry ${logs.test}. What was issued after the backup is not in it any more: a witness that saw it refuses this log for good. Is there a newer backup? See docs/backup.md.`,
    ...behind,
  ]
}

/** The newest memory; nothing where there is none, or it cannot be read: the witness itself says so at the next start. */
function readWitness(folder: string): { origin: string; size: number }[] {
  try {
    const newest = existsSync(folder) ? readdirSync(folder).filter(isMemory).toSorted().at(-1) : undefined
    if (newest === undefined) return []
    const { checkpoints } = v.parse(stored, JSON.parse(readFileSync(join(folder, newest), 'utf8')))
    return checkpoints.flatMap((text) => {
      const note = parseNote(text)
      const head = note && parseTreeHead(note.text)
      return head ? [{ origin: head.origin, size: head.size }] : []
    })
  } catch {
    return []
  }
}

const isMemory = (name: string): boolean => /^\d{12}\.json$/u.test(name)
