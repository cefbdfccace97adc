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
  /** Sent. */
  bytes: number
}

interface CopyOptions {
  quick: boolean
  complain: (line: string) => void
  /** Called after every file. */
  progress: (counts: CopyCounts) => void
}

/** So many failures have one cause. */
const FAILURES_MAX = 20

/**
 * Copies every file that is not there yet; one that fails costs the others nothing.
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

/** Pictures are small: they are held whole. What a killed process left half written reads as nothing, and is left behind. */
async function copyFile(from: Source['files'], to: Files, name: string): Promise<Copied | null> {
  const content = await from.read(name)
  if (content === null) return null
  const digest = digestOf(content)
  const before = await to.read(name)
  if (before && digestOf(before) === digest) return alreadyThere()
  if (before) await to.remove(name)
  await to.put(name, content)
  const copy = await to.read(name)
  if (copy === null || digestOf(copy) !== digest) throw new Error('the copy is not what was sent')
  return { outcome: 'copied', bytes: content.length }
}

const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** What became of one file. */
interface Copied {
  outcome: 'copied' | 'there'
  /** Sent by this run. */
  bytes: number
}

/**
 * Copies a large file part by part, from where an earlier copy ends. One that is longer there was gone on with there: it stays.
 * @param quick one of the same length counts as copied
 * @returns null where there is no such file (any more)
 * @throws Error when the copy is another file than the original, also at the second try
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
  throw new Error('the copy is not what was sent')
}

interface Sending {
  from: Source['uploads']
  to: Uploads
  name: string
  size: number
  held: number
}

/** Reads the whole original, sends what the copy lacks, and answers whether both have the same digest. */
async function send({ from, to, name, size, held }: Sending): Promise<boolean> {
  const hash = createHash('sha256')
  if (size === 0) await to.write(name, 0, new Uint8Array())
  for await (const { offset, part } of partsOf(from, name, size)) {
    hash.update(part)
    const lacking = part.subarray(Math.max(0, held - offset))
    const end = offset + part.length
    if (lacking.length > 0 && (await to.write(name, end - lacking.length, lacking)) < end)
      throw new Error('the copy became shorter meanwhile')
  }
  return (await to.digest(name)) === hash.digest('hex')
}

async function* partsOf(from: Source['uploads'], name: string, size: number) {
  for (let offset = 0; offset < size; offset += WORK_SAMPLE_CHUNK_MAX_BYTES) {
    const last = Math.min(size, offset + WORK_SAMPLE_CHUNK_MAX_BYTES) - 1
    yield { offset, part: new Uint8Array(await new Response(from.read(name, offset, last)).arrayBuffer()) }
  }
}
