import { rootOf } from '../../contract/tlog/prove'
import { foldFull, TILE_WIDTH } from '../../contract/tlog/tiles'
import type { ReadHashes } from '../../contract/tlog/tiles'
import { hashLeaf } from '../../contract/tlog/merkle'

/** A tree that is made from entries, and from nothing that a log says of them. */
export interface GrownTree {
  add(entry: Uint8Array): void
  /** Entries so far. */
  size(): number
  /** Of the first so many entries. */
  rootAt(size: number): Promise<Uint8Array>
  /** Hashes of each level of tiles. */
  levels: readonly (readonly Uint8Array[])[]
}

export function growTree(): GrownTree {
  const leaves: Uint8Array[] = []
  const levels: Uint8Array[][] = [leaves]
  const read: ReadHashes = (level, from, count) => Promise.resolve((levels[level] ?? []).slice(from, from + count))
  return {
    levels,
    size: () => leaves.length,
    rootAt: (size) => rootOf(size, read),
    add(entry) {
      leaves.push(hashLeaf(entry))
      // A whole tile is one hash of the level above.
      for (let level = 0, row = leaves; row.length % TILE_WIDTH === 0; level += 1) {
        const above = (levels[level + 1] ??= [])
        above.push(foldFull(row.slice(-TILE_WIDTH)))
        row = above
      }
    },
  }
}
