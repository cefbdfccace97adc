import { toHex } from '../../contract/bytes'
import { leafHashOf } from '../../contract/credential/log-entry'
import { hashNode } from '../../contract/tlog/merkle'
import { TILE_WIDTH } from '../../contract/tlog/tiles'
import type { LogAppend, LogHeadRow, LogRepository } from '../../api/ports/trusttag/log-store'

export type MemoryLog = Pick<
  LogRepository,
  'head' | 'lock' | 'append' | 'readHashes' | 'readEntries' | 'newestCosigned'
>

/**
 * A log that forgets, for one mode: as quick as trees of many thousand entries need it.
 * @param entries that stand in it from the start, in tiles as the real one would have them
 * @param signed their checkpoint
 */
export function createMemoryLog(entries: readonly string[] = [], signed = ''): MemoryLog {
  const kept = [...entries]
  const levels = tileLevels(entries.map(leafHashOf)).map((hashes) => hashes.map(toHex))
  let newest: LogHeadRow | null = entries.length > 0 ? { mode: 'test', size: entries.length, checkpoint: signed } : null
  const head = () => Promise.resolve(newest)
  return {
    head,
    lock: head,
    append: ({ mode, size, checkpoint, entry, hashes }: LogAppend) => {
      if (size !== kept.length + 1) throw new Error(`A log of ${kept.length} entries got one for ${size}.`)
      kept.push(entry)
      for (const { level, position, hash } of hashes) {
        const row = (levels[level] ??= [])
        if (row.length !== position) throw new Error(`Level ${level} has a gap before ${position}.`)
        row.push(hash)
      }
      newest = { mode, size, checkpoint }
      return Promise.resolve()
    },
    newestCosigned: () => Promise.resolve(null),
    readHashes: (_, level, from, count) => Promise.resolve((levels[level] ?? []).slice(from, from + count)),
    readEntries: (_, from, count) => Promise.resolve(kept.slice(from, from + count)),
  }
}

/** The hashes of each level of tiles: the leaves, the roots of 256 of them, and so on. */
export function tileLevels(leaves: readonly Uint8Array[]): Uint8Array[][] {
  const levels = [[...leaves]]
  for (let row = levels[0] ?? []; row.length >= TILE_WIDTH;) {
    const above: Uint8Array[] = []
    for (let from = 0; from + TILE_WIDTH <= row.length; from += TILE_WIDTH)
      above.push(plainRoot(row.slice(from, from + TILE_WIDTH)))
    levels.push(above)
    row = above
  }
  return levels
}

/** The root above some hashes, as RFC 6962 defines it: pairs of pairs, and one that is left over goes up as it is. */
export function plainRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let row = [...hashes]
  while (row.length > 1) {
    const above: Uint8Array[] = []
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = row.slice(at, at + 2)
      if (left) above.push(right ? hashNode(left, right) : left)
    }
    row = above
  }
  const [root] = row
  if (!root) throw new Error('There is nothing to hash.')
  return root
}
