import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../lib/errors'
import type { Files } from '../../ports/files'
import { makeFolder } from '../../lib/folders'
import { diskSpaceOf, hasRoomFor } from './disk-space'
import type { ReadDiskSpace } from './disk-space'
import { available, checkFolder, listFiles, orNull, syncFolder } from './durable-folder'
import { isStoredName } from './stored-name'

/** While a file is being written its name ends so. */
const UNFINISHED = '.part'

/**
 * Files in one local folder, readable by their owner only.
 * @param folder made when it is missing
 * @throws the system's error when the folder cannot be made
 */
export function createLocalFiles(folder: string, diskSpace: ReadDiskSpace = diskSpaceOf): Files {
  makeFolder(folder)
  const pathOf = (name: string): string => join(folder, name)
  return {
    async put(name, content) {
      if (!isStoredName(name)) throw new Error('This is no name for a file.')
      const unfinished = pathOf(name + UNFINISHED)
      try {
        if (!hasRoomFor('uploads', await diskSpace(folder), content.length)) throw new Error('The disk is full.')
        await writeThrough(unfinished, content)
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

async function writeThrough(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
