import { createHash } from 'node:crypto'
import type { Storage } from '../../api/features/files/open-storage'
import type { Files } from '../../api/features/files/storage'
import { copyUpload } from './copy-upload'
import type { Copied } from './copy-upload'
import type { Source } from './open-source'
import { reasonOf, StorageError } from './storage-error'

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

/** So many failures have one cause, which is to be mended first. */
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
