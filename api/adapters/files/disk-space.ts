import { statfs } from 'node:fs/promises'
import { diskReserve } from '../../../contract/storage-limits'

/** Bytes of the disk that a folder is on. */
export interface DiskSpace {
  free: number
  total: number
}

export type ReadDiskSpace = (folder: string) => Promise<DiskSpace>

/** An answer may be so old: what is written within this time is far less than a reserve. */
const FRESH_MS = 1_000

export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Whether so many bytes fit on a disk without touching the reserve that is kept from this kind of data. */
export function hasRoomFor(kind: keyof typeof diskReserve, { free, total }: DiskSpace, bytes = 0): boolean {
  const { bytes: most, percent } = diskReserve[kind]
  return free - bytes >= Math.min(most, (total * percent) / 100)
}

/**
 * Whether members' rows may still grow on the disk of a folder, read at most once a second. A disk that cannot be read is
 * no reason to refuse: the write itself will say so.
 */
export function watchDiskRoom(folder: string, read: ReadDiskSpace = diskSpaceOf): () => Promise<boolean> {
  let readAt = -FRESH_MS
  let answer = Promise.resolve(true)
  return () => {
    const now = performance.now()
    if (now - readAt < FRESH_MS) return answer
    readAt = now
    answer = read(folder).then(
      (space) => hasRoomFor('rows', space),
      () => true,
    )
    return answer
  }
}
