import { createHash } from 'node:crypto'
import type { Storage } from '../../api/features/files/open-storage'
import type { Files, Uploads } from '../../api/features/files/storage'
import { WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../contract/limits'
import { reasonOf, StorageError } from './places'
import type { Source } from './places'

export interface CopyCounts {
  copied: number
  there: number
  failed: number
  /** Bytes sent. */
  bytes: number
}

interface CopyOptions {
  quick: boolean
  complain: (line: string) => void
  progress: (counts: CopyCounts) => void
}

/** That many failures have one common cause. */
const FAILURES_MAX = 20

/**
 * A failed file does not stop the others.
 * @throws StorageError after twenty failures
 */
export async function copyFiles(from: Source, to: Storage, options: CopyOptions): Promise<CopyCounts> {
  const counts: CopyCounts = { copied: 0, there: 0, failed: 0, bytes: 0 }
  const count = async (name: string, work: Promise<Copied | null>): Promise<void> => {
    try {
      const done = await work
      if (done) counts[done.outcome] += 1
      counts.bytes += done?.bytes ?? 0
    } catch (error) {
      counts.failed += 1
      options.complain(`${name}: ${reasonOf(error)}`)
      if (counts.failed >= FAILURES_MAX) throw new StorageError(`${FAILURES_MAX} files failed. Nothing more was tried.`)
    }
    options.progress(counts)
  }
  const known = options.quick ? await namesOf(to.files) : new Set<string>()
  for await (const { name } of from.files.list())
    await count(name, known.has(name) ? alreadyThere() : copyFile(from.files, to.files, name))
  for await (const { name } of from.uploads.list())
    await count(name, copyUpload(from.uploads, to.uploads, name, options.quick))
  return counts
}

const alreadyThere = async (): Promise<Copied> => ({ outcome: 'there', bytes: 0 })

async function namesOf(files: Files): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of files.list()) names.add(name)
  return names
}

/** Images are small enough for memory. A half-written file of a killed process reads as missing, and is skipped. */
async function copyFile(from: Source['files'], to: Files, name: string): Promise<Copied | null> {
  const content = await from.read(name)
  if (content === null) return null
  const digest = digestOf(content)
  const before = await to.read(name)
  if (before && digestOf(before) === digest) return alreadyThere()
  if (before) await to.remove(name)
  await to.put(name, content)
  const copy = await to.read(name)
  if (copy === null || digestOf(copy) !== digest) throw new Error('the copy differs from the original')
  return { outcome: 'copied', bytes: content.length }
}

const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

interface Copied {
  outcome: 'copied' | 'there'
  /** Bytes sent by this run. */
  bytes: number
}

/**
 * Resumes at the end of an earlier copy. A longer copy is kept: its upload has continued there.
 * @param quick treats the same length as copied
 * @returns null if there is no such file (any longer)
 * @throws Error if the copy differs even after a second try
 */
async function copyUpload(from: Source['uploads'], to: Uploads, name: string, quick: boolean): Promise<Copied | null> {
  const size = await from.size(name)
  if (size === null) return null
  const held = await to.size(name)
  if (held !== null && (held > size || (quick && held === size))) return { outcome: 'there', bytes: 0 }
  if (await send({ from, to, name, size, held: held ?? 0 }))
    return held === size ? { outcome: 'there', bytes: 0 } : { outcome: 'copied', bytes: size - (held ?? 0) }
  await to.remove(name)
  if (await send({ from, to, name, size, held: 0 })) return { outcome: 'copied', bytes: size }
  throw new Error('the copy differs from the original')
}

interface Sending {
  from: Source['uploads']
  to: Uploads
  name: string
  size: number
  held: number
}

/** Reads the whole original and sends what the copy lacks. Resolves to whether the digests are equal. */
async function send({ from, to, name, size, held }: Sending): Promise<boolean> {
  const hash = createHash('sha256')
  if (size === 0) await to.write(name, 0, new Uint8Array())
  for await (const { offset, part } of partsOf(from, name, size)) {
    hash.update(part)
    const lacking = part.subarray(Math.max(0, held - offset))
    const end = offset + part.length
    if (lacking.length > 0 && (await to.write(name, end - lacking.length, lacking)) < end)
      throw new Error('the copy became shorter during the upload')
  }
  return (await to.digest(name)) === hash.digest('hex')
}

async function* partsOf(from: Source['uploads'], name: string, size: number) {
  for (let offset = 0; offset < size; offset += WORK_SAMPLE_CHUNK_MAX_BYTES) {
    const last = Math.min(size, offset + WORK_SAMPLE_CHUNK_MAX_BYTES) - 1
    yield { offset, part: new Uint8Array(await new Response(from.read(name, offset, last)).arrayBuffer()) }
  }
}
