import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Database from 'libsql'
import * as v from 'valibot'
import { proofModes } from '../../contract/proof-paths'
import { DatabaseRefusal } from '../database/errors'
import { knownSchema, SchemaTooNewError } from '../database/migrate'
import { openTables, tablesOfFile } from '../database/open-tables'
import { syncFolder } from '../features/files/local'
import type { Storage } from '../features/files/open-storage'
import { makeFolder } from '../lib/folders'
import {
  backupParts,
  copyNamedFiles,
  countRows,
  createPartWriter,
  describeDatabase,
  digestOf,
  type Installation,
  keysOfBackup,
  type KeysOfBackup,
  type Manifest,
  manifestSchema,
  type NamedFile,
  namedFiles,
  partOf,
  type PartWriter,
  UNFINISHED,
  whole,
  writeManifest,
} from './backup-parts'
import { snapshotDatabase } from './snapshot'

interface BackupOptions {
  installation: Installation
  storage: Storage
  /** Created if missing, readable only by its owner. */
  to: string
  now: Date
  version: string
  /** Suffix of a special backup's name. */
  ending?: string
}

interface MadeBackup {
  folder: string
  manifest: Manifest
  /** A backup without keys is still useful. */
  keys: KeysOfBackup
}

/** May be copied while writes are blocked. More are copied before, in a limited number of rounds. */
const FEW_FILES = 10
const ROUNDS_MAX = 5

const SECOND_MS = 1_000

/**
 * Copies a running installation: one database snapshot and every file that it names. The folder has the suffix `UNFINISHED` until it is
 * synced.
 * @throws DatabaseRefusal, {ConfigError}, ApiError `service-unavailable`, system errors; no backup remains
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { to, now, ending = '' } = options
  try {
    return await makeWhole(options, freeFolder(resolve(to), now, ending))
  } catch (error) {
    if (!isFullDisk(error)) throw error
    throw new DatabaseRefusal('The backup cannot be written: the disk is full.', { cause: error })
  }
}

/** If the name is taken, uses the next second: names sort by time. */
function freeFolder(to: string, now: Date, ending: string): string {
  const folder = join(to, backupName(now, ending))
  return existsSync(folder) ? freeFolder(to, new Date(now.getTime() + SECOND_MS), ending) : folder
}

async function makeWhole(options: BackupOptions, folder: string): Promise<MadeBackup> {
  const { installation, to } = options
  const unfinished = folder + UNFINISHED
  makeFolder(resolve(to))
  if (existsSync(unfinished)) throw new DatabaseRefusal(`Another backup, ${unfinished}, is in progress.`)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const parts = createPartWriter(unfinished)
    // Before the database: the witness must not know a longer log.
    await copyWitness(join(installation.dataDir, 'witness'), parts)
    const { described, missing, takenAt } = await copyDatabaseAndFiles(options, unfinished, parts)
    // After the database: a newer key file has the former keys too.
    await copyKeys(installation, parts)
    const manifest = await writeManifest(parts, {
      ...described,
      format: 1,
      program: options.version,
      takenAt: takenAt.toISOString(),
      engine: installation.databaseUrl === null ? 'SQLite' : 'PostgreSQL',
      keysIn: installation.keys.keysIn,
      missing: missing.map(partOf).toSorted(),
    })
    await syncFolder(unfinished)
    await rename(unfinished, folder)
    await syncFolder(resolve(to))
    return { folder, manifest, keys: keysOfBackup(folder, manifest) }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * Copies most files first, the newest while writes are blocked. Files are immutable and deleted only after the database drops them, so none
 * can be missing.
 */
async function copyDatabaseAndFiles(
  { installation, storage }: BackupOptions,
  folder: string,
  parts: PartWriter,
): Promise<{ described: ReturnType<typeof describeDatabase>; missing: NamedFile[]; takenAt: Date }> {
  const file = join(folder, backupParts.database)
  const live = openTables(installation)
  let [named, missing, takenAt]: [NamedFile[], NamedFile[], Date] = [[], [], new Date()]
  const copyNew = async (): Promise<number> => {
    const before = parts.sums.size
    named = await namedFiles(live.db)
    missing = await copyNamedFiles(storage, parts, named)
    return parts.sums.size - before
  }
  try {
    for (let round = 1; round <= ROUNDS_MAX && (await copyNew()) > FEW_FILES; round += 1);
    await snapshotDatabase(installation, file, async () => {
      await copyNew()
      takenAt = new Date()
    })
  } finally {
    await live.close()
  }
  await parts.record(backupParts.database)
  await removeUnnamed(parts, named, missing)
  return { described: describeFile(file), missing, takenAt }
}

function describeFile(file: string): ReturnType<typeof describeDatabase> {
  const database = new Database(file, { readonly: true })
  try {
    return describeDatabase(database)
  } finally {
    database.close()
  }
}

async function removeUnnamed(
  parts: PartWriter,
  named: readonly NamedFile[],
  gone: readonly NamedFile[],
): Promise<void> {
  const wanted = new Set(named.map(partOf))
  for (const one of gone) wanted.delete(partOf(one))
  const isFile = (path: string) =>
    path.startsWith(`${backupParts.files}/`) || path.startsWith(`${backupParts.workSamples}/`)
  for (const path of parts.sums.keys()) if (isFile(path) && !wanted.has(path)) await parts.remove(path)
}

/** Copies the key and the newest state; the previous state may disappear while it is read. */
async function copyWitness(folder: string, parts: PartWriter): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.json')) continue
    const content = await readFile(join(folder, name)).catch(() => null)
    if (content) await parts.write(`${backupParts.witness}/${name.replaceAll('\\', '/')}`, whole(content))
  }
}

async function copyKeys({ dataDir, keys }: BackupOptions['installation'], parts: PartWriter): Promise<void> {
  if (keys.keysIn !== 'files') return
  // An unreadable file must not fail the backup; the command reports it.
  const content = await readFile(join(dataDir, backupParts.keys)).catch(() => null)
  if (content) await parts.write(backupParts.keys, whole(content))
}

const NAME = /^membership-\d{8}T\d{6}Z$/u

const backupName = (now: Date, ending = ''): string =>
  `membership-${now.toISOString().replace(/[-:]|\.\d+/gu, '')}${ending}`

/** Ordinary backups, which `keepNewest` may delete. */
const isBackupName = (name: string): boolean => NAME.test(name)

/** Reported by the system or by SQLite, also as the cause. */
function isFullDisk(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && /^(?:ENOSPC|EDQUOT|SQLITE_FULL)/u.test(String(cause.code))) return true
  return false
}

/** Older unfinished folders belong to killed processes. */
const LEFT_AFTER_MS = 24 * 60 * 60 * 1000

/** Deletes older backups and unfinished folders of killed processes. Other names stay. @returns names of the deleted backups */
export async function keepNewest(folder: string, keep: number): Promise<string[]> {
  const names = await readdir(folder)
  const backups = names.filter((name) => isBackupName(name) && existsSync(join(folder, name, backupParts.manifest)))
  const old = backups.toSorted().toReversed().slice(keep)
  for (const name of old) {
    // A half-deleted backup must not look complete after a kill.
    await rename(join(folder, name), join(folder, name + UNFINISHED))
    await rm(join(folder, name + UNFINISHED), { recursive: true })
  }
  for (const name of names.filter((one) => one.startsWith('membership-') && one.endsWith(UNFINISHED)))
    if (await isLeft(join(folder, name))) await rm(join(folder, name), { recursive: true })
  return old
}

async function isLeft(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > LEFT_AFTER_MS
}

/** Not a backup, incomplete, or changed. */
export class BackupError extends DatabaseRefusal {
  override readonly name = 'BackupError'
}

export interface VerifiedBackup {
  folder: string
  manifest: Manifest
  parts: readonly string[]
  keys: KeysOfBackup
}

/**
 * Read-only check of a whole backup: digests, integrity and row counts of the database, and the files that it names.
 * @throws BackupError; SchemaTooNewError for a backup of a newer version
 */
export async function verifyBackup(folder: string): Promise<VerifiedBackup> {
  const manifest = await readManifest(folder)
  const parts = await readSums(folder, manifest)
  for (const [path, sum] of parts) {
    const found = await readPart(digestOf(join(folder, path)), path)
    if (found === null) throw new BackupError(`${path} is missing from the backup.`)
    if (found !== sum) throw new BackupError(`${path} differs from its checksum in the backup.`)
  }
  // After the digests: a tampered database must not be opened.
  if (manifest.schema > knownSchema()) throw new SchemaTooNewError(manifest.schema, knownSchema())
  const database = join(folder, backupParts.database)
  verifyDatabase(database, manifest)
  await verifyFiles(database, new Set([...parts.keys(), ...manifest.missing]))
  return { folder, manifest, parts: [...parts.keys()], keys: keysOfBackup(folder, manifest) }
}

async function readManifest(folder: string): Promise<Manifest> {
  if (folder.replace(/[\\/]+$/u, '').endsWith(UNFINISHED)) throw new BackupError(`${folder} is an unfinished backup.`)
  if ((await readPart(stat(folder), folder)) === null) throw new BackupError(`The folder ${folder} does not exist.`)
  const text = await readPart(readFile(join(folder, backupParts.manifest), 'utf8'), folder)
  if (text === null) throw new BackupError(`${folder} is not a backup or is unfinished: it has no manifest.json.`)
  try {
    return v.parse(manifestSchema, JSON.parse(text))
  } catch {
    throw new BackupError(`The manifest.json in ${folder} cannot be read. A newer version may have made it.`)
  }
}

async function readSums(folder: string, { sums }: Manifest): Promise<Map<string, string>> {
  const file = join(folder, backupParts.sums)
  if ((await readPart(digestOf(file), backupParts.sums)) !== sums)
    throw new BackupError(`${backupParts.sums} differs from its checksum in the backup.`)
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.slice(line.indexOf('  ') + 2), line.slice(0, line.indexOf('  '))]))
}

/** Null if missing. Unreadable is another error: the backup may be complete and must not be deleted. @param name for the error */
async function readPart<T>(work: Promise<T>, name: string): Promise<T | null> {
  try {
    return await work
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    if (code !== 'EACCES' && code !== 'EPERM') throw cause
    throw new BackupError(`${name} cannot be read by this user. The backup was not checked.`, { cause })
  }
}

function verifyDatabase(file: string, manifest: Manifest): void {
  const database = new Database(file, { readonly: true })
  try {
    const [found] = database.prepare('pragma integrity_check').all()
    const isSound = JSON.stringify(found) === '{"integrity_check":"ok"}'
    if (!isSound || database.prepare('pragma foreign_key_check').all().length > 0)
      throw new BackupError('The database of the backup is damaged.')
    const { schema, rows, logs } = describeDatabase(database)
    if (
      JSON.stringify([schema, sorted(rows), logs]) !==
      JSON.stringify([manifest.schema, sorted(manifest.rows), manifest.logs])
    )
      throw new BackupError('The row counts of the backup’s database differ from its manifest.')
    for (const mode of proofModes)
      if (countRows(database, 'log_entries', `mode = '${mode}'`) !== logs[mode])
        throw new BackupError('Log entries are missing from the backup.')
  } finally {
    database.close()
  }
}

async function verifyFiles(file: string, known: ReadonlySet<string>): Promise<void> {
  const tables = tablesOfFile(new Database(file, { readonly: true }))
  try {
    const lost = (await namedFiles(tables.db)).map(partOf).find((path) => !known.has(path))
    if (lost !== undefined) throw new BackupError(`${lost} is missing from the backup.`)
  } finally {
    await tables.close()
  }
}

const sorted = (rows: Manifest['rows']): [string, number][] =>
  Object.entries(rows).toSorted(([one], [other]) => (one < other ? -1 : 1))
