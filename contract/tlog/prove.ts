/** Roots and proofs from the hashes in a log's tiles (RFC 6962, sections 2.1.1 and 2.1.2). */
import { EMPTY_ROOT, hashNode, isPowerOfTwo } from './merkle'
import { readNode } from './tiles'
import type { ReadHashes, TreeNode } from './tiles'

/** A range of leaves `[from, to)`. Each one used here starts where a full tree of its size can. */
interface Range {
  from: number
  to: number
}

/** The largest power of two that is smaller. */
function splitAt(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

const isFull = ({ from, to }: Range): boolean => isPowerOfTwo(to - from)

const nodeOf = ({ from, to }: Range): TreeNode => ({ height: Math.log2(to - from), index: from / (to - from) })

async function hashOf(range: Range, read: ReadHashes): Promise<Uint8Array> {
  if (isFull(range)) return readNode(nodeOf(range), read)
  const middle = range.from + splitAt(range.to - range.from)
  const right = await hashOf({ from: middle, to: range.to }, read)
  return hashNode(await hashOf({ from: range.from, to: middle }, read), right)
}

/** The root of the tree of the first `size` leaves. */
export const rootOf = async (size: number, read: ReadHashes): Promise<Uint8Array> =>
  size === 0 ? EMPTY_ROOT : hashOf({ from: 0, to: size }, read)

/** Hashes from the leaf's neighbor up. @param index below `size` */
export async function proveInclusion(index: number, size: number, read: ReadHashes): Promise<Uint8Array[]> {
  const siblings: Range[] = []
  let range = { from: 0, to: size }
  while (range.to - range.from > 1) {
    const middle = range.from + splitAt(range.to - range.from)
    const [left, right] = [
      { from: range.from, to: middle },
      { from: middle, to: range.to },
    ]
    siblings.unshift(index < middle ? right : left)
    range = index < middle ? left : right
  }
  return Promise.all(siblings.map((neighbour) => hashOf(neighbour, read)))
}

/** Proves that the tree of `size` leaves starts with that of `oldSize`. @param oldSize from 1 to `size` */
export async function proveConsistency(oldSize: number, size: number, read: ReadHashes): Promise<Uint8Array[]> {
  const ranges: Range[] = []
  let range = { from: 0, to: size }
  // The old tree's own root is omitted on the left edge.
  let isOldRoot = true
  while (oldSize < range.to) {
    const middle = range.from + splitAt(range.to - range.from)
    const [left, right] = [
      { from: range.from, to: middle },
      { from: middle, to: range.to },
    ]
    ranges.unshift(oldSize <= middle ? right : left)
    if (oldSize > middle) isOldRoot = false
    range = oldSize <= middle ? left : right
  }
  const all = isOldRoot ? ranges : [range, ...ranges]
  return Promise.all(all.map((one) => hashOf(one, read)))
}
