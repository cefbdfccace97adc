import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a file that its owner alone may read, and has it on the disk.
 * @returns its path: a name in the folder that nothing else has
 */
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
