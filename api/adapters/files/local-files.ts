import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../domain/api-error'
import type { Files, StoredFile } from '../../ports/files'
import { makeFolder } from '../database/make-folder'

const NAME = /^[\da-f]{32}\.[a-z\d]{2,5}$/u
/** While a file is being written its name ends so. */
const UNFINISHED = '.part'

/**
 * Files in one local folder, readable by their owner only.
 * @param folder made when it is missing
 * @throws the system's error when the folder cannot be made
 */
export function createLocalFiles(folder: string): Files {
  makeFolder(folder)
  const pathOf = (name: string): string => join(folder, name)
  return {
    async put(name, content) {
      if (!NAME.test(name)) throw new Error('This is no name for a file.')
      const unfinished = pathOf(name + UNFINISHED)
      try {
        await writeThrough(unfinished, content)
        await rename(unfinished, pathOf(name))
        await syncFolder(folder)
      } catch (cause) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw new ApiError('service-unavailable', { cause })
      }
    },
    read: async (name) => (NAME.test(name) ? orNull(readFile(pathOf(name))) : null),
    async remove(name) {
      if (isOurs(name)) await rm(pathOf(name), { force: true })
    },
    list: () => listFiles(folder),
  }
}

const isOurs = (name: string): boolean =>
  NAME.test(name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : name)

async function* listFiles(folder: string): AsyncGenerator<StoredFile> {
  for (const name of await readdir(folder)) {
    const found = isOurs(name) ? await orNull(stat(join(folder, name))) : null
    if (found) yield { name, changedAt: found.mtimeMs }
  }
}

async function writeThrough(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without it a rename may be forgotten with the power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
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
