import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
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

/** The files of a folder whose names are ours, with when they were changed. */
export async function* listFiles(folder: string, isOurs: (name: string) => boolean): AsyncGenerator<StoredFile> {
  for (const name of await readdir(folder)) {
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
