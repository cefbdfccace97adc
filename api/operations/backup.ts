import Database from 'libsql'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config'
import type { Storage } from '../features/files/open-storage'
import { syncFolder } from '../features/files/local'
import { DatabaseRefusal } from '../database/errors'
import { makeFolder } from '../lib/folders'
import { openTables } from '../database/open-tables'
import { snapshotDatabase } from './snapshot'
import {
  backupParts,
  copyNamedFiles,
  createPartWriter,
  describeDatabase,
  namedFiles,
  partOf,
  whole,
  writeManifest,
} from './backup-parts'
import { keysOfBackup } from './backup-keys'
import type { KeysOfBackup } from './backup-keys'
import type { Manifest, NamedFile, PartWriter } from './backup-parts'

export interface BackupOptions {
  installation: Pick<Config, 'dataDir' | 'databaseUrl' | 'keys'>
  storage: Storage
  /** Folder that holds backups; made when it is missing, readable by its owner only. */
  to: string
  now: Date
  /** Of the program. */
  version: string
  /** What its name ends with, where it is a special one. */
  ending?: string
}

export interface MadeBackup {
  folder: string
  manifest: Manifest
  /** A backup that lacks them is kept, for what else is in it. */
  keys: KeysOfBackup
}

/** So few new files are copied while everybody waits; more are copied before, but not for ever. */
const FEW_FILES = 10
const ROUNDS_MAX = 5

const SECOND_MS = 1_000

/**
 * Copies a whole installation into a new folder while its servers go on serving. The database is of one moment, and every
 * file that it names is there. Until all of it is on the disk the folder's name says that it is unfinished.
 * @throws DatabaseRefusal, {ConfigError}, ApiError `service-unavailable`, the system's errors; then there is no backup
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

/** A second backup within one second is called after the next one: names sort by time. */
function freeFolder(to: string, now: Date, ending: string): string {
  const folder = join(to, backupName(now, ending))
  return existsSync(folder) ? freeFolder(to, new Date(now.getTime() + SECOND_MS), ending) : folder
}

async function makeWhole(options: BackupOptions, folder: string): Promise<MadeBackup> {
  const { installation, to } = options
  const unfinished = folder + UNFINISHED
  makeFolder(resolve(to))
  if (existsSync(unfinished)) throw new DatabaseRefusal(`A backup ${unfinished} is being made already.`)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const parts = createPartWriter(unfinished)
    // It must not know more of the log than the database that is read next.
    await copyWitness(join(installation.dataDir, 'witness'), parts)
    const { described, missing, takenAt } = await copyDatabaseAndFiles(options, unfinished, parts)
    // A key that was changed meanwhile knows the one before; the other way round it would not.
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
 * Most files before the moment of the database, while everybody writes; then, while nobody does, those that came since. Files
 * are never changed, and one is removed only after the database has stopped naming it: so none can be missing.
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
  await parts.note(backupParts.database)
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

/** Key and newest memory. The one before may be taken away while it is read. */
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
  // What cannot be read costs the backup nothing else; whoever asked for it is told.
  const content = await readFile(join(dataDir, backupParts.keys)).catch(() => null)
  if (content) await parts.write(backupParts.keys, whole(content))
}

/** What the name of a folder ends with while it is written, and while it is deleted. */
export const UNFINISHED = '.part'

const NAME = /^membership-\d{8}T\d{6}Z$/u

/** The folder of a backup: its names sort by time. */
export const backupName = (now: Date, ending = ''): string =>
  `membership-${now.toISOString().replace(/[-:]|\.\d+/gu, '')}${ending}`

/** Whether a folder is an ordinary backup, one of those of which only the newest are kept. */
export const isBackupName = (name: string): boolean => NAME.test(name)

/** Whether an error, or what caused it, is that a disk takes nothing more; the system and SQLite say so each in its way. */
export function isFullDisk(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && /^(?:ENOSPC|EDQUOT|SQLITE_FULL)/u.test(String(cause.code))) return true
  return false
}

/** An unfinished folder that is older was left by a process that was killed. */
const LEFT_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Deletes all but the newest backups of a folder, and what killed ones left. What has another name is left alone.
 * @returns the names of the backups that are gone
 */
export async function keepNewest(folder: string, keep: number): Promise<string[]> {
  const names = await readdir(folder)
  const backups = names.filter((name) => isBackupName(name) && existsSync(join(folder, name, backupParts.manifest)))
  const old = backups.toSorted().toReversed().slice(keep)
  for (const name of old) {
    // Killed in the middle of this it must not look whole.
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
