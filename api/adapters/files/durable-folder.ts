import { access, constants, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../lib/errors'
import type { StoredFile } from '../../ports/files'

/** Without it a file that was made or renamed may be forgotten with the power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Whether the folder is there, and can be read and written. @throws ApiError `service-unavailable` */
export const checkFolder = (folder: string): Promise<void> =>
  available(access(folder, constants.R_OK | constants.W_OK | constants.X_OK))

/** What a disk refuses, or one that is gone, is to be tried again later. @throws ApiError `service-unavailable` */
export async function available<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new ApiError('service-unavailable', { cause })
  }
}

/** The files of a folder whose names are ours, with when they were changed. */
export async function* listFiles(folder: string, isOurs: (name: string) => boolean): AsyncGenerator<StoredFile> {
  for (const name of await available(readdir(folder))) {
    const found = isOurs(name) ? await orNull(stat(join(folder, name))) : null
    if (found) yield { name, changedAt: found.mtimeMs }
  }
}

/** Null where there is no such file. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
