import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, constants as modes, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { diskReserve } from '../../../contract/storage-limits'
import { createKeyedLock } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import { makeFolder } from '../../lib/folders'
import { detectKind, detectType, withSource } from './detect-type'
import { type Files, isStoredName, type StoredFile, type Uploads } from './storage'

/** Suffix of a file that is being written. */
const UNFINISHED = '.part'

/** Readable only by their owner. @param folder created if missing @throws the system's error when the folder cannot be created */
export function createLocalFiles(folder: string, diskSpace: ReadDiskSpace = diskSpaceOf): Files {
  makeFolder(folder)
  const pathOf = (name: string): string => join(folder, name)
  return {
    async put(name, content) {
      if (!isStoredName(name)) throw new Error('Invalid file name.')
      const unfinished = pathOf(name + UNFINISHED)
      try {
        if (!hasRoomFor('uploads', await diskSpace(folder), content.length)) throw new Error('The disk is full.')
        await writeDurably(unfinished, content)
        await rename(unfinished, pathOf(name))
        await syncFolder(folder)
      } catch (cause) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw new ApiError('service-unavailable', { cause })
      }
    },
    read: async (name) => (isStoredName(name) ? available(orNull(readFile(pathOf(name)))) : null),
    async remove(name) {
      if (isOurs(name)) await available(rm(pathOf(name), { force: true }))
    },
    list: () => listFiles(folder, isOurs),
    check: () => checkFolder(folder),
  }
}

const isOurs = (name: string): boolean =>
  isStoredName(name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : name)

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

interface LocalUploadsOptions {
  /** Created if missing. */
  folder: string
  diskSpace?: ReadDiskSpace
}

/** Readable only by their owner. @throws the system's error when the folder cannot be created */
export function createLocalUploads({ folder, diskSpace = diskSpaceOf }: LocalUploadsOptions): Uploads {
  makeFolder(folder)
  const pathOf = (name: string): string => {
    if (!isStoredName(name)) throw new Error('Invalid upload name.')
    return join(folder, name)
  }
  return {
    async write(name, offset, part) {
      const path = pathOf(name)
      try {
        if (!hasRoomFor('uploads', await diskSpace(folder), part.length)) throw new Error('The disk is full.')
        const held = await writePart(path, offset, part)
        if (offset === 0) await syncFolder(folder)
        return held
      } catch (cause) {
        throw new ApiError('service-unavailable', { cause })
      }
    },
    size: async (name) => (isStoredName(name) ? ((await available(orNull(stat(pathOf(name)))))?.size ?? null) : null),
    read: (name, first, last) => readPart(pathOf(name), first, last),
    kindOf: (name) => available(withSource(pathOf(name), detectKind)),
    typeOf: (name) => available(withSource(pathOf(name), detectType)),
    async digest(name) {
      const hash = createHash('sha256')
      await available(pipeline(createReadStream(pathOf(name)), hash))
      return hash.digest('hex')
    },
    async remove(name) {
      if (isStoredName(name)) await available(rm(pathOf(name), { force: true }))
    },
    list: () => listFiles(folder, isStoredName),
    withLock: createKeyedLock().withLock,
    check: () => checkFolder(folder),
  }
}

/** Returns the length, as `Uploads.write`. */
async function writePart(path: string, offset: number, part: Uint8Array): Promise<number> {
  const file = await orNull(open(path, offset === 0 ? constants.O_RDWR | constants.O_CREAT : 'r+', 0o600))
  if (file === null) return 0
  try {
    const { size } = await file.stat()
    if (size < offset) return size
    await appendDurably(file, offset, part).catch(async (error: unknown) => {
      await file.truncate(size).catch(() => {})
      throw error
    })
    return offset + part.length
  } finally {
    await file.close()
  }
}

async function appendDurably(file: FileHandle, offset: number, part: Uint8Array): Promise<void> {
  for (let done = 0; done < part.length;) {
    const { bytesWritten } = await file.write(part, done, part.length - done, offset + done)
    done += bytesWritten
  }
  await file.datasync()
}

const BYTES_AT_A_TIME = 65_536

/** Opens the file at the first read, so that an unread stream (HEAD) leaks nothing. */
function readPart(path: string, first: number, last: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | null = null
  let at = first
  const close = async (): Promise<void> => {
    await file?.close()
    file = null
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          file ??= await open(path, 'r')
          const wanted = new Uint8Array(Math.min(BYTES_AT_A_TIME, last + 1 - at))
          const { bytesRead } = await file.read(wanted, 0, wanted.length, at)
          if (bytesRead === 0) throw new Error('A file is shorter than its declared length.')
          at += bytesRead
          controller.enqueue(wanted.subarray(0, bytesRead))
          if (at <= last) return
          await close()
          controller.close()
        } catch (error) {
          await close()
          throw error
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}

interface DiskSpace {
  free: number
  total: number
}

type ReadDiskSpace = (folder: string) => Promise<DiskSpace>

/** Far less than a reserve is written in this time. */
const FRESH_MS = 1_000

export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

export const endlessDisk: ReadDiskSpace = async () => ({ free: Infinity, total: Infinity })

/** Whether the bytes fit without this kind's reserve. */
function hasRoomFor(kind: keyof typeof diskReserve, { free, total }: DiskSpace, bytes = 0): boolean {
  const { bytes: most, percent } = diskReserve[kind]
  return free - bytes >= Math.min(most, (total * percent) / 100)
}

/** Whether members' rows may grow. Reads the disk once a second at most; an unreadable one is treated as free. */
export function watchDiskRoom(folder: string, read: ReadDiskSpace = diskSpaceOf): () => Promise<boolean> {
  let readAt = -FRESH_MS
  let answer = Promise.resolve(true)
  return () => {
    const now = performance.now()
    if (now - readAt < FRESH_MS) return answer
    readAt = now
    answer = read(folder).then(
      (space) => hasRoomFor('rows', space),
      () => true,
    )
    return answer
  }
}

/** New and renamed files then survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** @throws ApiError `service-unavailable` for a folder that is missing, unreadable or read-only */
const checkFolder = (folder: string): Promise<void> => available(access(folder, modes.R_OK | modes.W_OK | modes.X_OK))

/** Disk errors become ApiError `service-unavailable`. */
async function available<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new ApiError('service-unavailable', { cause })
  }
}

async function* listFiles(folder: string, isListed: (name: string) => boolean): AsyncGenerator<StoredFile> {
  for (const name of await available(readdir(folder))) {
    const found = isListed(name) ? await orNull(stat(join(folder, name))) : null
    if (found) yield { name, changedAt: found.mtimeMs }
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
