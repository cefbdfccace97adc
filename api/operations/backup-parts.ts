import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import type Database from 'libsql'
import * as v from 'valibot'
import { type ProofMode, proofModes } from '../../contract/proof-paths'
import { DatabaseRefusal } from '../database/errors'
import type { DatabasePlace } from '../database/open-tables'
import type { Tables } from '../database/tables'
import { keyFileSchema, type StoredKey } from '../features/credentials/keys'
import type { KeySettings } from '../features/credentials/settings'
import type { Storage } from '../features/files/open-storage'
import { makeFolder } from '../lib/folders'
import { quoted, readTables } from './copy-rows'

export interface Installation extends DatabasePlace {
  keys: KeySettings
}

export const backupParts = {
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  database: 'database.db',
  files: 'files',
  workSamples: 'work-samples',
  keys: 'keys/signing-keys.json',
  witness: 'witness',
} as const

/** Suffix of a folder that is being written or deleted. */
export const UNFINISHED = '.part'

/** Written last: a folder without a manifest is not a backup. */
export const manifestSchema = v.object({
  format: v.literal(1),
  program: v.string(),
  schema: v.number(),
  /** Moment of the database snapshot; ISO 8601, UTC. */
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  engine: v.picklist(['SQLite', 'PostgreSQL']),
  rows: v.record(v.string(), v.number()),
  logs: v.object(v.entriesFromList(proofModes, v.number())),
  /** Where the installation stored its signing keys. */
  keysIn: v.picklist(['files', 'database', 'environment']),
  /** Files that the database names and the installation lacked. */
  missing: v.array(v.string()),
  /** Hexadecimal SHA-256 of `SHA256SUMS`, which lists all other files in the format of `sha256sum`. */
  sums: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/u)),
})

export type Manifest = v.InferOutput<typeof manifestSchema>

export interface PartWriter {
  sums: ReadonlyMap<string, string>
  /** Writes or replaces a part. Resolves once it is synced. */
  write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sum: string }>
  /** For a part that was written elsewhere. */
  record(path: string): Promise<void>
  remove(path: string): Promise<void>
}

/** @param folder must exist */
export function createPartWriter(folder: string): PartWriter {
  const sums = new Map<string, string>()
  return {
    sums,
    async write(path, chunks) {
      const target = join(folder, path)
      makeFolder(dirname(target))
      const file = await open(target, 'w', 0o600)
      const hash = createHash('sha256')
      let bytes = 0
      try {
        for await (const chunk of chunks) {
          await file.writeFile(chunk)
          hash.update(chunk)
          bytes += chunk.length
        }
        await file.sync()
      } finally {
        await file.close()
      }
      const sum = hash.digest('hex')
      sums.set(path, sum)
      return { bytes, sum }
    },
    async record(path) {
      sums.set(path, await digestOf(join(folder, path)))
    },
    async remove(path) {
      sums.delete(path)
      await rm(join(folder, path), { force: true })
    },
  }
}

/** Hexadecimal SHA-256. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) if (chunk instanceof Uint8Array) hash.update(chunk)
  return hash.digest('hex')
}

export async function* whole(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content)
}

/** Writes `SHA256SUMS`, then the manifest. */
export async function writeManifest(parts: PartWriter, facts: Omit<Manifest, 'sums'>): Promise<Manifest> {
  const lines = [...parts.sums].map(([path, sum]) => `${sum}  ${path}\n`).toSorted(byPath)
  const { sum } = await parts.write(backupParts.sums, whole(lines.join('')))
  const manifest = v.parse(manifestSchema, { ...facts, sums: sum })
  await parts.write(backupParts.manifest, whole(`${JSON.stringify(manifest, null, 2)}\n`))
  return manifest
}

const SUM_CHARS = 64

const byPath = (one: string, other: string): number =>
  one.slice(SUM_CHARS) < other.slice(SUM_CHARS) ? -1 : one === other ? 0 : 1

const counted = v.tuple([v.object({ rows: v.number() })])
const numbered = v.tuple([v.object({ number: v.number() })])
const heads = v.array(v.object({ mode: v.picklist(proofModes), size: v.number() }))

export function describeDatabase(database: Database.Database): Pick<Manifest, 'schema' | 'rows' | 'logs'> {
  const [{ number: schema }] = v.parse(
    numbered,
    database.prepare('select max(number) as number from schema_migrations').all(),
  )
  const rows = Object.fromEntries(readTables(database).map(({ name }) => [name, countRows(database, name)]))
  const logs: Record<ProofMode, number> = { live: 0, test: 0 }
  for (const { mode, size } of v.parse(heads, database.prepare('select mode, size from log_heads').all()))
    logs[mode] = size
  return { schema, rows, logs }
}

/** @param condition trusted SQL */
export function countRows(database: Database.Database, table: string, condition = 'true'): number {
  const found = database.prepare(`select count(*) as rows from ${quoted(table)} where ${condition}`).all()
  return v.parse(counted, found)[0].rows
}

export interface NamedFile {
  in: 'files' | 'workSamples'
  name: string
  /** Hexadecimal SHA-256; null if unknown or still uploading. */
  sum: string | null
}

export const partOf = (file: Pick<NamedFile, 'in' | 'name'>): string => `${backupParts[file.in]}/${file.name}`

/** Members' images and the uploaded parts of work samples. */
export async function namedFiles(db: Kysely<Tables>): Promise<NamedFile[]> {
  // Images on other servers are stored as URLs.
  const images = await db
    .selectFrom('members')
    .select('profileImage')
    .distinct()
    .where('profileImage', 'not like', '%/%')
    .execute()
  const samples = await db
    .selectFrom('workSamples')
    .select(['file', 'status', 'digest'])
    .where('receivedBytes', '>', 0)
    .execute()
  return [
    ...images.flatMap(({ profileImage: name }) => (name === null ? [] : [{ in: 'files' as const, name, sum: null }])),
    ...samples.map(({ file, status, digest }) => ({
      in: 'workSamples' as const,
      name: file,
      sum: status === 'READY' ? digest : null,
    })),
  ]
}

/**
 * Copies named files that the backup does not have yet.
 * @returns missing files, and those with another digest
 * @throws ApiError `service-unavailable` if the storage is unreachable
 */
export async function copyNamedFiles(
  storage: Storage,
  parts: PartWriter,
  named: readonly NamedFile[],
): Promise<NamedFile[]> {
  const gone: NamedFile[] = []
  for (const file of named) {
    const copied = parts.sums.get(partOf(file))
    // The upload may have been completed since.
    if (copied !== undefined && (file.sum === null || file.sum === copied)) continue
    const sum = await (file.in === 'files' ? copyImage(storage, parts, file) : copyUpload(storage, parts, file))
    if (sum === null || (file.sum !== null && file.sum !== sum)) gone.push(file)
  }
  return gone
}

async function copyImage({ files }: Storage, parts: PartWriter, file: NamedFile): Promise<string | null> {
  const content = await files.read(file.name)
  return content && (await parts.write(partOf(file), whole(content))).sum
}

async function copyUpload({ uploads }: Storage, parts: PartWriter, file: NamedFile): Promise<string | null> {
  const size = await uploads.size(file.name)
  if (size === null) return null
  try {
    return (await parts.write(partOf(file), bytesOf(uploads.read(file.name, 0, size - 1), size))).sum
  } catch (error) {
    if ((await uploads.size(file.name)) !== null) throw error
    // Deleted while it was read.
    await parts.remove(partOf(file))
    return null
  }
}

async function* bytesOf(stream: ReadableStream<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  if (size === 0) return
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

/** `lost`: the backup lacks keys that have signed something. `none`: it has no keys, and nothing is signed yet. */
export type KeysOfBackup = 'environment' | 'held' | 'lost' | 'none'

/** Checks the backup itself, because its manifest only says where the keys were. */
export function keysOfBackup(folder: string, { keysIn, rows, logs }: Manifest): KeysOfBackup {
  if (keysIn === 'environment') return 'environment'
  const inFile = keyFileOfBackup(folder)
  if (inFile === null ? (rows['signing_keys'] ?? 0) > 0 : inFile.length > 0) return 'held'
  return logs.live + logs.test + (rows['tag_credentials'] ?? 0) > 0 ? 'lost' : 'none'
}

/** Null without a key file; empty if unreadable, because the rest of the backup is still useful. */
export function keyFileOfBackup(folder: string): StoredKey[] | null {
  try {
    return readKeyFile(join(folder, backupParts.keys))
  } catch {
    return []
  }
}

/** Null without the file. @throws DatabaseRefusal without secrets */
export function readKeyFile(file: string): StoredKey[] | null {
  if (!existsSync(file)) return null
  try {
    return v.parse(keyFileSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new DatabaseRefusal(`The signing keys in ${file} cannot be read.`)
  }
}
