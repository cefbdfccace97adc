import Database from 'libsql'
import * as v from 'valibot'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { proofModes } from '../../contract/proof-paths'
import { DatabaseRefusal } from '../database/errors'
import { knownSchema, SchemaTooNewError } from '../database/migrate'
import { tablesOfFile } from '../database/open-tables'
import { UNFINISHED } from './backup'
import { backupParts, countRows, describeDatabase, digestOf, manifestSchema, namedFiles, partOf } from './backup-parts'
import { keysOfBackup } from './backup-keys'
import type { KeysOfBackup } from './backup-keys'
import type { Manifest } from './backup-parts'

/** A folder is no backup, not a whole one, or not what was written. */
export class BackupError extends DatabaseRefusal {
  override readonly name = 'BackupError'
}

/** A backup in which everything is as it was written. */
export interface VerifiedBackup {
  folder: string
  manifest: Manifest
  /** The paths of all parts. */
  parts: readonly string[]
  keys: KeysOfBackup
}

/**
 * Reads a whole backup and changes nothing: every part has its digest, the database is sound, has the rows that were counted
 * when it was made, and names no file that is not there.
 * @throws BackupError; SchemaTooNewError for one of a newer version of the program
 */
export async function verifyBackup(folder: string): Promise<VerifiedBackup> {
  const manifest = await readManifest(folder)
  const parts = await readSums(folder, manifest)
  for (const [path, sum] of parts) {
    const found = await readPart(digestOf(join(folder, path)), path)
    if (found === null) throw new BackupError(`${path} is missing in the backup.`)
    if (found !== sum) throw new BackupError(`${path} is not what was written into the backup.`)
  }
  // Only now: a database that was tampered with is not opened.
  if (manifest.schema > knownSchema()) throw new SchemaTooNewError(manifest.schema, knownSchema())
  const database = join(folder, backupParts.database)
  verifyDatabase(database, manifest)
  await verifyFiles(database, new Set([...parts.keys(), ...manifest.missing]))
  return { folder, manifest, parts: [...parts.keys()], keys: keysOfBackup(folder, manifest) }
}

async function readManifest(folder: string): Promise<Manifest> {
  if (folder.replace(/[\\/]+$/u, '').endsWith(UNFINISHED)) throw new BackupError(`${folder} was never finished.`)
  if ((await readPart(stat(folder), folder)) === null) throw new BackupError(`There is no folder ${folder}.`)
  const text = await readPart(readFile(join(folder, backupParts.manifest), 'utf8'), folder)
  if (text === null) throw new BackupError(`${folder} is no backup, or was never finished: it has no manifest.json.`)
  try {
    return v.parse(manifestSchema, JSON.parse(text))
  } catch {
    throw new BackupError(`The manifest.json in ${folder} cannot be read. A newer version may have made it.`)
  }
}

/** Paths and digests. */
async function readSums(folder: string, { sums }: Manifest): Promise<Map<string, string>> {
  const file = join(folder, backupParts.sums)
  if ((await readPart(digestOf(file), backupParts.sums)) !== sums)
    throw new BackupError(`${backupParts.sums} is not what was written into the backup.`)
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.slice(line.indexOf('  ') + 2), line.slice(0, line.indexOf('  '))]))
}

/**
 * Null where there is nothing. What this user may not read may be whole all the same, and nobody should delete it for that.
 * @param name what is read, in an error
 */
async function readPart<T>(work: Promise<T>, name: string): Promise<T | null> {
  try {
    return await work
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    if (code !== 'EACCES' && code !== 'EPERM') throw cause
    throw new BackupError(
      `${name} may not be read by the user that this runs as. Whether the backup is whole was not looked at.`,
      { cause },
    )
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
      throw new BackupError('The database of the backup does not have the rows that were counted.')
    for (const mode of proofModes)
      if (countRows(database, 'log_entries', `mode = '${mode}'`) !== logs[mode])
        throw new BackupError('Entries of the log are missing in the backup.')
  } finally {
    database.close()
  }
}

async function verifyFiles(file: string, known: ReadonlySet<string>): Promise<void> {
  const tables = tablesOfFile(new Database(file, { readonly: true }))
  try {
    const lost = (await namedFiles(tables.db)).map(partOf).find((path) => !known.has(path))
    if (lost !== undefined) throw new BackupError(`${lost} is missing in the backup.`)
  } finally {
    await tables.close()
  }
}

const sorted = (rows: Manifest['rows']): [string, number][] =>
  Object.entries(rows).toSorted(([one], [other]) => (one < other ? -1 : 1))
