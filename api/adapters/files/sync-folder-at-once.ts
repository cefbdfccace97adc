import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Has the names in a folder on the disk: until then a new one may be gone after a power cut. Windows has no way to ask for it. */
export function syncFolderAtOnce(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
