import { join } from 'node:path'
import type { Config } from '../../../config'
import type { Services } from '../../../ports/services'
import { createSeedProtection } from '../../../features/credentials/keys'
import { DatabaseRefusal } from '../database-refusal'
import { backupParts } from '../backup/manifest'
import { noteAct } from '../backup/note-act'
import { stageDatabase } from '../backup/stage-database'
import { readKeyFile, replaceKeyRows } from '../backup/stored-keys'
import { migrate } from '../migrate'
import { existingFile, openPlainly } from '../open-tables'
import { fillPostgres } from './fill-postgres'
import { snapshotDatabase } from './snapshot-database'

export interface CopyOptions {
  /** Of the SQLite installation. */
  installation: Pick<Config, 'dataDir' | 'databaseUrl' | 'keys'>
  services: Pick<Services, 'secrets' | 'clock'>
  /** Of a PostgreSQL database that has no rows of ours. */
  url: string
}

export interface Copied {
  /** How many rows each table has. */
  rows: Record<string, number>
  /** Whether something was written to the SQLite file after it was read: that is not in the copy. */
  isBehind: boolean
  /** Whether the signing keys went from their file into the database, and whether they are encrypted there. */
  keys: 'encrypted' | 'plain' | null
}

/**
 * Copies an SQLite installation's database into PostgreSQL, as of one moment, and compares every row with what was copied. With it
 * go the signing keys, which are in the database where several machines share one. The SQLite file stays as it is.
 * @throws DatabaseRefusal; then PostgreSQL has no rows
 */
export async function copyToPostgres({ installation, services, url }: CopyOptions): Promise<Copied> {
  if (installation.databaseUrl !== null)
    throw new DatabaseRefusal('DATABASE_URL is set: this installation is on PostgreSQL already. Copy without it.')
  const place = { dataDir: installation.dataDir, databaseUrl: null }
  const watched = openPlainly(existingFile(place))
  // Another connection's commit changes it.
  const version = () => JSON.stringify(watched.pragma('data_version'))
  const before = version()
  const staged = await stageDatabase(installation.dataDir, (file) => snapshotDatabase(place, file))
  try {
    const keys = keysToMove(installation)
    await staged.change(async (db) => {
      const { from } = await migrate(db)
      if (keys) await replaceKeyRows(db, keys)
      await noteAct(db, services, { act: 'database.copy', detail: { schema: String(from) } })
    })
    const rows = await fillPostgres({ file: staged.file, url, rowsThere: 'refuse' })
    const isBehind = version() !== before
    const isPlain = keys?.some(({ seed }) => seed?.includes('.') === false)
    return { rows, isBehind, keys: keys && (isPlain ? 'plain' : 'encrypted') }
  } finally {
    watched.close()
    staged.remove()
  }
}

/** Null where they are not in a file. */
function keysToMove({ keys, dataDir }: CopyOptions['installation']) {
  if (keys.keysIn !== 'files') return null
  const protection = createSeedProtection(keys.encryptionKey)
  return readKeyFile(join(dataDir, backupParts.keys))?.map((key) => protection.seal(key)) ?? null
}
