import * as v from 'valibot'
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { proofModes, proofPaths } from '../../contract/proof-paths'
import { parseTreeHead } from '../../contract/tlog/checkpoint'
import { parseNote } from '../../contract/tlog/signed-note'
import { makeFolder, syncFolderAtOnce, writeSecretFile } from '../lib/folders'
import { DatabaseRefusal } from '../database/errors'
import { knownSchema } from '../database/migrate'
import { databaseFile, type DatabasePlace, openTables, requireUnused } from '../database/open-tables'
import type { StoredKey } from '../features/credentials/keys'
import type { Storage } from '../features/files/open-storage'
import type { Services } from '../http/services'
import { makeBackup, type VerifiedBackup, verifyBackup } from './backup'
import { backupParts, digestOf, type Installation, keyFileOfBackup, type Manifest, readKeyFile } from './backup-parts'
import { fillPostgres } from './copy-to-postgres'
import { listKeyRows, recordAction, replaceKeyRows, stageCopy, type StagedDatabase } from './staged-database'

export interface RestoreOptions {
  installation: Installation
  storage: Storage
  services: Pick<Services, 'secrets' | 'clock'>
  from: string
  /** Replaces existing members, after backing them up beside the backup. */
  replace: boolean
  /** Also restores the API's own witness: only for a move, if nothing was issued since. */
  withWitness: boolean
  version: string
}

export interface Restored {
  backup: VerifiedBackup
  /** Backup of the former data; null without any. */
  keptIn: string | null
  files: number
  /** Schemas of the backup and of this version. */
  schema: { from: number; to: number }
  keys: 'file' | 'newer file kept' | 'database' | 'environment' | 'none'
}

/**
 * Replaces the data of an installation of either engine. The database comes last and atomically: an interrupted restore changes no row.
 * @throws DatabaseRefusal for an incomplete backup, existing members or a running server; ApiError `service-unavailable`
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { installation, storage, from, services, withWitness } = options
  const backup = await verifyBackup(from)
  await requireUnused(installation)
  if (withWitness) requireNoWitness(installation.dataDir)
  const members = await countMembers(installation)
  if (members > 0 && !options.replace)
    throw new DatabaseRefusal(
      `This installation holds ${members} ${members === 1 ? 'member' : 'members'}. Use --replace to back them up and replace them. Nothing has changed.`,
    )
  const keptIn = members > 0 ? await keepWhatIsHere(options) : null
  const { staged, schema } = await stageCopy(installation.dataDir, join(backup.folder, backupParts.database))
  try {
    const detail = { takenAt: backup.manifest.takenAt, schema: String(schema) }
    await staged.change((db) => recordAction(db, services, { act: 'database.restore', detail }))
    const files = await putFiles(storage, backup)
    const keys = await placeKeys(options, backup, staged)
    if (installation.databaseUrl === null) takePlace(staged.file, databaseFile(installation))
    else await fillPostgres({ file: staged.file, url: installation.databaseUrl, rowsThere: 'replace' })
    if (withWitness) putWitness(installation.dataDir, backup)
    return { backup, keptIn, files, schema: { from: schema, to: knownSchema() }, keys }
  } finally {
    staged.remove()
  }
}

/** 0 without a database, or for another program's. */
async function countMembers(place: DatabasePlace): Promise<number> {
  if (place.databaseUrl === null && !existsSync(databaseFile(place))) return 0
  const tables = openTables(place)
  try {
    if ((await tables.schema()) === 0) return 0
    const [found] = await tables.db
      .selectFrom('members')
      .select(({ fn }) => fn.countAll().as('members'))
      .execute()
    return Number(found?.members ?? 0)
  } finally {
    await tables.close()
  }
}

async function keepWhatIsHere({ installation, storage, from, services, version }: RestoreOptions): Promise<string> {
  const now = new Date(services.clock.now())
  const to = dirname(join(from, '.'))
  return (await makeBackup({ installation, storage, to, now, version, ending: '-before-restore' })).folder
}

/** Stores keys where this installation keeps them, wherever the backup had them. */
async function placeKeys(
  { installation: { keys, dataDir }, services }: RestoreOptions,
  backup: VerifiedBackup,
  staged: StagedDatabase,
): Promise<Restored['keys']> {
  if (keys.keysIn === 'environment') return 'environment'
  const brought = keyFileOfBackup(backup.folder) ?? (await staged.change((db) => listKeyRows(db)))
  if (brought.length === 0) return 'none'
  if (keys.keysIn === 'database') {
    await staged.change((db) => replaceKeyRows(db, brought))
    return 'database'
  }
  const there = writeKeyFile(join(dataDir, backupParts.keys), brought, new Date(services.clock.now()))
  // A secret is stored in one place only.
  await staged.change((db) => replaceKeyRows(db, []))
  return there === 'kept' ? 'newer file kept' : 'file'
}

/** Renaming is atomic. `requireUnused` has merged the old file's write-ahead log. */
function takePlace(staged: string, file: string): void {
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
  renameSync(staged, file)
  syncFolderAtOnce(dirname(file))
}

/**
 * Keeps a file that already has all keys and perhaps newer ones.
 * @returns `kept`, or the new path of the former file; null without one
 */
function writeKeyFile(file: string, keys: readonly StoredKey[], now: Date): string | null {
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

const BYTES_PER_PART = 4_000_000

/**
 * Copies files into the installation's storage; existing ones stay.
 * @returns files in the backup
 * @throws ApiError `service-unavailable` if the storage is unreachable
 */
async function putFiles({ files, uploads }: Storage, { folder, parts }: VerifiedBackup): Promise<number> {
  const images = namesIn(parts, backupParts.files)
  for (const name of images) {
    const content = await readFile(join(folder, backupParts.files, name))
    const there = await files.read(name)
    if (there && content.equals(there)) continue
    await files.remove(name)
    await files.put(name, content)
  }
  const samples = namesIn(parts, backupParts.workSamples)
  for (const name of samples) await putUpload(uploads, join(folder, backupParts.workSamples, name), name)
  return images.length + samples.length
}

async function putUpload(uploads: Storage['uploads'], from: string, name: string): Promise<void> {
  if ((await uploads.size(name)) !== null) {
    if ((await uploads.digest(name)) === (await digestOf(from))) return
    await uploads.remove(name)
  }
  let offset = 0
  for await (const part of createReadStream(from, { highWaterMark: BYTES_PER_PART })) {
    if (part instanceof Uint8Array) offset = await uploads.write(name, offset, part)
  }
}

const namesIn = (parts: readonly string[], folder: string): string[] =>
  parts.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))

const PART = /^witness\/(?:key|memory\/\d{12})\.json$/u

/** @throws DatabaseRefusal for an existing witness, which may know a longer log */
function requireNoWitness(dataDir: string): void {
  const folder = join(dataDir, backupParts.witness)
  if (existsSync(folder)) throw new DatabaseRefusal(`A witness already exists in ${folder}. It was not changed.`)
}

/** Restores key and state of the API's own witness. */
function putWitness(dataDir: string, { folder, parts }: VerifiedBackup): void {
  for (const path of parts.filter((part) => PART.test(part))) {
    const target = join(dataDir, path)
    makeFolder(dirname(target))
    copyFileSync(join(folder, path), target)
    chmodSync(target, 0o600)
  }
}

const storedMemory = v.object({ checkpoints: v.array(v.string()) })

/**
 * Warns if the restored log lacks entries that witnesses may have seen; compares it with this machine's witness.
 * @returns lines to print; none for empty logs
 */
export function warnOfFork(logs: Manifest['logs'], dataDir: string): string[] {
  if (logs.live + logs.test === 0) return []
  const remembered = readWitness(join(dataDir, 'witness', 'memory'))
  const behind = proofModes.flatMap((mode) => {
    const seen = remembered.find(({ origin }) => origin.endsWith(proofPaths[mode].log))?.size ?? 0
    return seen > logs[mode]
      ? [
          `WARNING: the witness of this machine has seen ${seen} entries of the ${mode} log, the backup has ${logs[mode]}. It will no longer sign this log.`,
        ]
      : []
  })
  return [
    `WARNING: the log continues after entry ${logs.live}, and that of Test Mode after entry ${logs.test}. Entries made after the backup are lost. A witness that signed them will refuse this log permanently. Restore a newer backup if you have one. See docs/backup.md.`,
    ...behind,
  ]
}

/** The newest state; empty if missing or unreadable, which the witness reports at its next start. */
function readWitness(folder: string): { origin: string; size: number }[] {
  try {
    const newest = existsSync(folder) ? readdirSync(folder).filter(isMemory).toSorted().at(-1) : undefined
    if (newest === undefined) return []
    const { checkpoints } = v.parse(storedMemory, JSON.parse(readFileSync(join(folder, newest), 'utf8')))
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
