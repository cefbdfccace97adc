import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and what is missing above it, readable by their owner only. Each is tried a second time at most:
 * Node's recursive `mkdir` never returns where the system answers ENOENT for a parent that exists, as in /proc.
 *
 * @throws the system's error, ENOENT, EACCES or EEXIST (a file stands there) for example
 */
export function makeFolder(path: string): void {
  if (make(path) || dirname(path) === path) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** False when the folder above is missing. */
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
