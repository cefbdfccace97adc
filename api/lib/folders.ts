import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Creates a folder and its missing parents, readable only by their owner. Not Node's recursive `mkdir`: it never returns where the system
 * reports ENOENT for an existing parent, as in /proc. @throws the system's error, such as ENOENT, EACCES or EEXIST
 */
export function makeFolder(path: string): void {
  if (make(path) || dirname(path) === path) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** @returns false when the parent is missing */
function make(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return false
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return true
    throw error
  }
}

/** Flushes the directory entries to disk: until then a power cut can lose a new file. Windows cannot do this. */
export function syncFolderAtOnce(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Writes and syncs a uniquely named file that only its owner can read. @returns its path */
export function writeSecretFile(folder: string, content: string): string {
  const path = join(folder, `.${randomBytes(8).toString('hex')}.new`)
  const handle = openSync(path, 'wx', 0o600)
  try {
    writeSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return path
}

export const pathOf = (folder: string | URL): string => (typeof folder === 'string' ? folder : fileURLToPath(folder))
