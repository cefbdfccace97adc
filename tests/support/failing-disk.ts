import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from './temp-folder'

/** A disk on which the kernel can find an error: from then on it lets nobody write, while files are open. */
export interface FailingDisk {
  folder: string
  fail(): void
  /** As its owner does: taken out, checked and put in again. Nobody may use it meanwhile. */
  repair(): void
}

/** @returns null where this machine does not let us have one (it takes root, a loop device and ext4); gone when the test ends */
export function mountFailingDisk(megabytes: number): FailingDisk | null {
  const top = tempFolder()
  const [image, folder] = [join(top, 'disk.img'), join(top, 'disk')]
  chmodSync(top, 0o755)
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1_048_576)
  const mount = () => run('mount', ['-o', 'loop,errors=remount-ro', image, folder])
  try {
    run('mkfs.ext4', ['-q', '-F', image])
    mount()
  } catch {
    return null
  }
  onTestFinished(() => run('umount', ['-l', folder]))
  const trigger = () => join('/sys/fs/ext4', basename(deviceOf(folder)), 'trigger_fs_error')
  if (!existsSync(trigger())) return null
  return {
    folder,
    fail: () => writeFileSync(trigger(), '1'),
    repair() {
      run('umount', [folder])
      check(image)
      mount()
    },
  }
}

const run = (program: string, args: readonly string[]) => void execFileSync(program, args, { stdio: 'ignore' })

const deviceOf = (folder: string): string =>
  execFileSync('findmnt', ['-n', '-o', 'SOURCE', folder], { encoding: 'utf8' }).trim()

/** It says with 1 that it found errors and mended them. */
function check(image: string): void {
  try {
    run('e2fsck', ['-f', '-y', image])
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error) || error.status !== 1) throw error
  }
}
