import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config'
import type { Services } from '../ports/services'
import type { Storage } from '../features/files/open-storage'
import { syncFolderAtOnce } from '../adapters/files/sync-folder-at-once'
import { DatabaseRefusal } from '../database/errors'
import { knownSchema } from '../database/migrate'
import { databaseFile, openTables, requireUnused } from '../database/open-tables'
import type { DatabasePlace } from '../database/open-tables'
import { fillPostgres } from './copy-to-postgres'
import { keyFileOfBackup, listKeyRows, putWitness, replaceKeyRows, requireNoWitness, writeKeyFile } from './backup-keys'
import { makeBackup } from './backup'
import { recordAction } from './audit'
import { backupParts, putFiles } from './backup-parts'
import { stageCopy } from './staged-database'
import type { StagedDatabase } from './staged-database'
import { verifyBackup } from './verify-backup'
import type { VerifiedBackup } from './verify-backup'

export interface RestoreOptions {
  installation: Pick<Config, 'dataDir' | 'databaseUrl' | 'keys'>
  storage: Storage
  services: Pick<Services, 'secrets' | 'clock'>
  /** Folder of the backup. */
  from: string
  /** Whether members that are here may go. What is here is backed up first, beside the backup. */
  replace: boolean
  /** Whether key and memory of the API's own witness come along: only for a move after which nothing was issued. */
  withWitness: boolean
  /** Of the program. */
  version: string
}

export interface Restored {
  backup: VerifiedBackup
  /** Where what was here before is; null when there was nothing to keep. */
  keptIn: string | null
  files: number
  /** Schemas of the backup and of now. */
  schema: { from: number; to: number }
  /** What became of the signing keys. */
  keys: 'file' | 'newer file kept' | 'database' | 'environment' | 'none'
}

/**
 * Puts a backup in the place of an installation's data, on whichever engine that is. The database comes last and as a
 * whole: cut off before, the installation is as it was.
 * @throws DatabaseRefusal for a backup that is not whole, an installation that holds members or that a server has open;
 *   ApiError `service-unavailable`
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { installation, storage, from, services, withWitness } = options
  const backup = await verifyBackup(from)
  await requireUnused(installation)
  if (withWitness) requireNoWitness(installation.dataDir)
  const members = await countMembers(installation)
  if (members > 0 && !options.replace)
    throw new DatabaseRefusal(
      `This installation holds ${members} ${members === 1 ? 'member' : 'members'}. With --replace they are backed up and replaced. Nothing has changed.`,
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

/** 0 where there is no database yet, or none of ours. */
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

/** Keys go where this installation keeps keys, wherever the one of the backup did. */
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
  // A secret stands in one place only.
  await staged.change((db) => replaceKeyRows(db, []))
  return there === 'kept' ? 'newer file kept' : 'file'
}

/** A renaming is all or nothing. Who had the old file alone has folded its log in, see `requireUnused`. */
function takePlace(staged: string, file: string): void {
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
  renameSync(staged, file)
  syncFolderAtOnce(dirname(file))
}
