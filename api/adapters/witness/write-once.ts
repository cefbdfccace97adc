import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { syncFolderAtOnce } from '../files/sync-folder-at-once'

/** What is written beside its place begins with this, until it is there as a whole. */
export const UNFINISHED = '.new-'

/**
 * Writes a file that is not there yet, whole or not at all, and on the disk before this returns. A link, unlike a renaming,
 * fails where somebody else was first.
 * @returns false when there is one
 */
export function writeOnce(file: string, content: string): boolean {
  const fresh = join(dirname(file), `${UNFINISHED}${randomUUID()}`)
  try {
    const descriptor = openSync(fresh, 'wx', 0o600)
    try {
      writeFileSync(descriptor, content)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    linkSync(fresh, file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(fresh, { force: true })
  }
  syncFolderAtOnce(dirname(file))
  return true
}
