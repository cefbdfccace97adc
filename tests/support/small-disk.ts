import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from './temp-folder'

/** A separate file system that can really be full. */
export interface SmallDisk {
  folder: string
  /** Uses up all free bytes. */
  fill(): void
  /** Frees them. */
  free(): void
  /** It must not be in use. */
  makeReadOnly(isReadOnly: boolean): void
}

/** @returns null if mounting is not possible; removed when the test ends */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const top = tempFolder()
  // The database server runs as another user.
  chmodSync(top, 0o755)
  const folder = join(top, 'disk')
  mkdirSync(folder)
  try {
    mount(['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => fillUp(filler),
    free: () => rmSync(filler),
    makeReadOnly: (isReadOnly) => mount(['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]),
  }
}

const mount = (args: readonly string[]) => void execFileSync('mount', args, { stdio: 'ignore' })

const PAGE = Buffer.alloc(4_096, 'x')

function fillUp(filler: string): void {
  const file = openSync(filler, 'a')
  try {
    for (;;) writeSync(file, PAGE)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
