import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from './temp-folder'

/** A disk that can report a kernel error and then becomes read-only, while files are open. */
export interface FailingDisk {
  folder: string
  fail(): void
  /** Unmounts, checks and mounts it again. It must not be in use. */
  repair(): void
}

/** @returns null without root, a loop device or ext4; removed when the test ends */
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

/** Exit code 1 means that errors were found and repaired. */
function check(image: string): void {
  try {
    run('e2fsck', ['-f', '-y', image])
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error) || error.status !== 1) throw error
  }
}
