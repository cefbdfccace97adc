import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../../lib/errors'
import type { Uploads } from '../../ports/uploads'
import { makeFolder } from '../../lib/folders'
import { withSource } from './byte-source'
import { detectKind, detectType } from './detect-type'
import { diskSpaceOf, hasRoomFor } from './disk-space'
import type { ReadDiskSpace } from './disk-space'
import { available, checkFolder, listFiles, orNull, syncFolder } from './durable-folder'
import { readPart } from './read-part'
import { isStoredName } from './stored-name'
import { createKeyedLock } from '../../lib/concurrency'

export interface LocalUploadsOptions {
  /** Made when it is missing. */
  folder: string
  diskSpace?: ReadDiskSpace
}

/**
 * Uploads in one local folder, readable by their owner only.
 * @throws the system's error when the folder cannot be made
 */
export function createLocalUploads({ folder, diskSpace = diskSpaceOf }: LocalUploadsOptions): Uploads {
  makeFolder(folder)
  const pathOf = (name: string): string => {
    if (!isStoredName(name)) throw new Error('This is no name for an upload.')
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
    inTurn: createKeyedLock().withLock,
    check: () => checkFolder(folder),
  }
}

/** Answers the length up to which the file is written; where it ends before the offset, its length. */
async function writePart(path: string, offset: number, part: Uint8Array): Promise<number> {
  const file = await orNull(open(path, offset === 0 ? constants.O_RDWR | constants.O_CREAT : 'r+', 0o600))
  if (file === null) return 0
  try {
    const { size } = await file.stat()
    if (size < offset) return size
    await writeThrough(file, offset, part).catch(async (error: unknown) => {
      await file.truncate(size).catch(() => {})
      throw error
    })
    return offset + part.length
  } finally {
    await file.close()
  }
}

async function writeThrough(file: FileHandle, offset: number, part: Uint8Array): Promise<void> {
  for (let done = 0; done < part.length;) {
    const { bytesWritten } = await file.write(part, done, part.length - done, offset + done)
    done += bytesWritten
  }
  await file.datasync()
}
