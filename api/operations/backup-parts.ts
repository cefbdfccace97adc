import * as v from 'valibot'
import type Database from 'libsql'
import { proofModes } from '../../contract/proof-paths'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../lib/folders'
import type { ProofMode } from '../../contract/proof-paths'
import { quoted, readTables } from './copy-rows'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import type { Storage } from '../features/files/open-storage'
import type { VerifiedBackup } from './verify-backup'

/** The parts of a backup, by their names in its folder. */
export const backupParts = {
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  database: 'database.db',
  files: 'files',
  workSamples: 'work-samples',
  keys: 'keys/signing-keys.json',
  witness: 'witness',
} as const

/** What a backup says of itself. It is written last: a folder without one is no backup. */
export const manifestSchema = v.object({
  /** Of the folder. */
  format: v.literal(1),
  /** Version of the program that made it. */
  program: v.string(),
  /** Number of the schema that `database.db` has. */
  schema: v.number(),
  /** When the database was read; ISO 8601, UTC. */
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  /** What the installation kept its database in. */
  engine: v.picklist(['SQLite', 'PostgreSQL']),
  /** How many rows each table has. */
  rows: v.record(v.string(), v.number()),
  /** How many entries the logs have. */
  logs: v.object(v.entriesFromList(proofModes, v.number())),
  /** Where the installation kept the keys that TrustTags and the log are signed with. */
  keysIn: v.picklist(['files', 'database', 'environment']),
  /** Files that the database names and the installation did not have. */
  missing: v.array(v.string()),
  /** Hexadecimal SHA-256 of `SHA256SUMS`, which lists every other file as `sha256sum` does. */
  sums: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/u)),
})

export type Manifest = v.InferOutput<typeof manifestSchema>

/** Writes the parts of a backup, and remembers what each of them is. */
export interface PartWriter {
  /** Hexadecimal SHA-256 of every part, by its path in the folder. */
  sums: ReadonlyMap<string, string>
  /** Resolves with bytes and digest when the part is on the disk. One that is there is replaced. */
  write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sum: string }>
  /** Remembers a part that somebody else wrote. */
  note(path: string): Promise<void>
  remove(path: string): Promise<void>
}

/** @param folder that is there */
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
    async note(path) {
      sums.set(path, await digestOf(join(folder, path)))
    },
    async remove(path) {
      sums.delete(path)
      await rm(join(folder, path), { force: true })
    },
  }
}

/** Hexadecimal SHA-256 of a file. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) if (chunk instanceof Uint8Array) hash.update(chunk)
  return hash.digest('hex')
}

/** A text, or bytes that are at hand, as a part's content. */
export async function* whole(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content)
}

/** Writes the list of all parts, as `sha256sum -c` reads it, and then what the backup says of itself. */
export async function writeManifest(parts: PartWriter, said: Omit<Manifest, 'sums'>): Promise<Manifest> {
  const lines = [...parts.sums].map(([path, sum]) => `${sum}  ${path}\n`).toSorted(byPath)
  const { sum } = await parts.write(backupParts.sums, whole(lines.join('')))
  const manifest = v.parse(manifestSchema, { ...said, sums: sum })
  await parts.write(backupParts.manifest, whole(`${JSON.stringify(manifest, null, 2)}\n`))
  return manifest
}

const SUM_CHARS = 64

const byPath = (one: string, other: string): number =>
  one.slice(SUM_CHARS) < other.slice(SUM_CHARS) ? -1 : one === other ? 0 : 1

const counted = v.tuple([v.object({ rows: v.number() })])
const numbered = v.tuple([v.object({ number: v.number() })])
const heads = v.array(v.object({ mode: v.picklist(proofModes), size: v.number() }))

/** What a manifest says of an SQLite file. */
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

/** @param condition of SQL, written by us */
export function countRows(database: Database.Database, table: string, condition = 'true'): number {
  const found = database.prepare(`select count(*) as rows from ${quoted(table)} where ${condition}`).all()
  return v.parse(counted, found)[0].rows
}

/** A file that a database names. */
export interface NamedFile {
  in: 'files' | 'workSamples'
  name: string
  /** Hexadecimal SHA-256; null where the database does not know it, or the file is still being uploaded. */
  sum: string | null
}

/** Its path in the folder of a backup. */
export const partOf = (file: Pick<NamedFile, 'in' | 'name'>): string => `${backupParts[file.in]}/${file.name}`

/** Every file that must be there beside a database: pictures of members and what was uploaded of work samples. */
export async function namedFiles(db: Kysely<Tables>): Promise<NamedFile[]> {
  // A picture that lives elsewhere is kept by its whole address.
  const pictures = await db
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
    ...pictures.flatMap(({ profileImage: name }) => (name === null ? [] : [{ in: 'files' as const, name, sum: null }])),
    ...samples.map(({ file, status, digest }) => ({
      in: 'workSamples' as const,
      name: file,
      sum: status === 'READY' ? digest : null,
    })),
  ]
}

/**
 * Copies files that the database names and that the backup does not have yet.
 * @returns those that are not there, or not what the database says
 * @throws ApiError `service-unavailable` when they cannot be reached
 */
export async function copyNamedFiles(
  storage: Storage,
  parts: PartWriter,
  named: readonly NamedFile[],
): Promise<NamedFile[]> {
  const gone: NamedFile[] = []
  for (const file of named) {
    const copied = parts.sums.get(partOf(file))
    // One that was still being uploaded may have been finished since.
    if (copied !== undefined && (file.sum === null || file.sum === copied)) continue
    const sum = await (file.in === 'files' ? copyPicture(storage, parts, file) : copyUpload(storage, parts, file))
    if (sum === null || (file.sum !== null && file.sum !== sum)) gone.push(file)
  }
  return gone
}

/** Null where there is none. */
async function copyPicture({ files }: Storage, parts: PartWriter, file: NamedFile): Promise<string | null> {
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
    // It was removed while it was read.
    await parts.remove(partOf(file))
    return null
  }
}

async function* bytesOf(stream: ReadableStream<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  if (size === 0) return
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

const BYTES_PER_PART = 4_000_000

/**
 * Puts the files of a backup where the installation keeps files. Those that are there already are left alone.
 * @returns how many the backup has
 * @throws ApiError `service-unavailable` when they cannot be kept
 */
export async function putFiles({ files, uploads }: Storage, { folder, parts }: VerifiedBackup): Promise<number> {
  const pictures = namesIn(parts, backupParts.files)
  for (const name of pictures) {
    const content = await readFile(join(folder, backupParts.files, name))
    const there = await files.read(name)
    if (there && content.equals(there)) continue
    await files.remove(name)
    await files.put(name, content)
  }
  const samples = namesIn(parts, backupParts.workSamples)
  for (const name of samples) await putUpload(uploads, join(folder, backupParts.workSamples, name), name)
  return pictures.length + samples.length
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
