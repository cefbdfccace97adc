import { toHex } from '../../contract/bytes'
import { leafHashOf } from '../../contract/credential/log-entry'
import { hashNode } from '../../contract/tlog/merkle'
import { TILE_WIDTH } from '../../contract/tlog/tiles'
import type { ProofMode } from '../../contract/proof-paths'
import type { Db } from '../../api/database/db'

const ROWS_AT_ONCE = 1_000

/**
 * Puts many entries into an empty log at once, with the tiles that appending them would have made.
 * @param checkpoint of the tree of them all
 */
export async function fillLog(
  { kysely }: Db,
  entries: readonly string[],
  checkpoint = '',
  mode: ProofMode = 'test',
): Promise<void> {
  const leaves = entries.map((entry, position) => ({ mode, position, entry }))
  for (const rows of inBatches(leaves)) await kysely.insertInto('logEntries').values(rows).execute()
  const levels = tileLevels(entries.map(leafHashOf))
  const hashes = levels.flatMap((level, number) =>
    level.map((hash, position) => ({ mode, level: number, position, hash: toHex(hash) })),
  )
  for (const rows of inBatches(hashes)) await kysely.insertInto('logHashes').values(rows).execute()
  await kysely.insertInto('logHeads').values({ mode, size: entries.length, checkpoint }).execute()
}

function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
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
