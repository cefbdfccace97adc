/** Reads ZIP archives and compressed data of untrusted files: what is unpacked is counted, not believed. */
import { Inflate, Unzlib } from 'fflate'
import { concatBytes } from '../bytes'

/** In one archive. The archive of one TrustTag has seven. */
const FILES_MAX = 50
/** With folders, and what macOS adds. */
const ENTRIES_MAX = 1_000
/** Of everything unpacked from one file. */
export const UNPACKED_MAX_BYTES = 20_000_000
/** Compressed input per step: at most half a megabyte of output. */
const STEP_BYTES = 512

/** What may still be unpacked, and a pause that lets other work run. */
export interface Budget {
  bytes: number
  pause: () => Promise<void>
}

export const newBudget = (pause: Budget['pause'] = () => Promise.resolve()): Budget => ({
  bytes: UNPACKED_MAX_BYTES,
  pause,
})

/** More than the budget was unpacked. */
export class TooLargeError extends Error {}

/**
 * Unpacks one deflated stream.
 * @returns null if it is damaged
 * @throws TooLargeError
 */
export async function inflate(packed: Uint8Array, format: 'raw' | 'zlib', budget: Budget): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  const take = (part: Uint8Array): void => {
    budget.bytes -= part.length
    if (budget.bytes < 0) throw new TooLargeError('It is too large when unpacked.')
    parts.push(part.slice())
  }
  const stream = format === 'raw' ? new Inflate(take) : new Unzlib(take)
  try {
    for (let at = 0; at < packed.length; at += STEP_BYTES) {
      stream.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length)
      await budget.pause()
    }
  } catch (error) {
    if (error instanceof TooLargeError) throw error
    return null
  }
  return concatBytes(...parts)
}

export interface ArchivedFile {
  /** Path in the archive. */
  name: string
  bytes: Uint8Array
}

export type Unpacked = { files: ArchivedFile[] } | { problem: 'damaged' | 'locked' | 'too-many' | 'too-large' }

const [FILE_HEADER, DIRECTORY_ENTRY, DIRECTORY_END] = [0x04034b50, 0x02014b50, 0x06054b50]
const [END_BYTES, ENTRY_BYTES, HEADER_BYTES, COMMENT_MAX_BYTES] = [22, 46, 30, 65_535]

export const isArchive = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && [FILE_HEADER, DIRECTORY_END].includes(viewOf(bytes).getUint32(0, true))

/** The files of a ZIP archive, by its directory. Folders, and what macOS adds, are left out. */
export async function unpack(archive: Uint8Array, budget: Budget): Promise<Unpacked> {
  const entries = readDirectory(archive)
  if (!entries) return { problem: 'damaged' }
  if (entries === 'too-many' || entries.length > FILES_MAX) return { problem: 'too-many' }
  if (entries.some(({ isLocked }) => isLocked)) return { problem: 'locked' }
  const files: ArchivedFile[] = []
  try {
    for (const entry of entries) {
      const bytes = await readEntry(archive, entry, budget)
      if (!bytes) return { problem: 'damaged' }
      files.push({ name: entry.name, bytes })
    }
  } catch (error) {
    if (error instanceof TooLargeError) return { problem: 'too-large' }
    throw error
  }
  return { files }
}

interface Entry {
  name: string
  isLocked: boolean
  method: number
  packedBytes: number
  /** Of the file's own header. */
  at: number
}

/** Null for anything but a plain archive, one of several parts or one with 64-bit sizes. */
function readDirectory(archive: Uint8Array): Entry[] | 'too-many' | null {
  const view = viewOf(archive)
  const end = endOfDirectory(view)
  if (end < 0) return null
  const [count, from] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)]
  if (count > ENTRIES_MAX) return 'too-many'
  const entries: Entry[] = []
  for (let at = from, read = 0; read < count; read += 1) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) return null
    const nameBytes = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(archive.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes))
    if (!isLeftOut(name))
      entries.push({
        name,
        isLocked: (view.getUint16(at + 8, true) & 1) === 1,
        method: view.getUint16(at + 10, true),
        packedBytes: view.getUint32(at + 20, true),
        at: view.getUint32(at + 42, true),
      })
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

const isLeftOut = (name: string): boolean => name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.)/u.test(name)

/** It is last, before a comment. */
function endOfDirectory(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX_BYTES)
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1)
    if (view.getUint32(at, true) === DIRECTORY_END) return at
  return -1
}

async function readEntry(archive: Uint8Array, entry: Entry, budget: Budget): Promise<Uint8Array | null> {
  const view = viewOf(archive)
  const { at, method, packedBytes } = entry
  if (at + HEADER_BYTES > archive.length || view.getUint32(at, true) !== FILE_HEADER) return null
  const from = at + HEADER_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const packed = archive.subarray(from, from + packedBytes)
  if (packed.length < packedBytes) return null
  if (method === 8) return inflate(packed, 'raw', budget)
  budget.bytes -= packed.length
  if (budget.bytes < 0) throw new TooLargeError('It is too large when unpacked.')
  return method === 0 ? packed : null
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
