import { fromHex, toHex } from '../../../contract/bytes'
import { leafHashOf } from '../../../contract/credential/log-entry'
import type { ProofMode } from '../../../contract/proof-paths'
import { hashNode } from '../../../contract/tlog/merkle'
import { rootOf } from '../../../contract/tlog/prove'
import { readNode, TILE_HEIGHT, TILE_WIDTH } from '../../../contract/tlog/tiles'
import type { ReadHashes } from '../../../contract/tlog/tiles'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { LogRepository, TileHashRow } from '../../ports/trusttag/log-store'

export interface AppendedEntry {
  index: number
  /** Hexadecimal. */
  leafHash: string
}

/**
 * Writes an entry to the log and signs the tree with it, in the caller's transaction: what is committed stands in a signed
 * checkpoint, and what is not was never signed for anybody to see.
 * @param entry see `logEntry`
 */
export async function appendEntry(
  { log }: Pick<Repositories, 'log'>,
  { issuer }: Pick<Services, 'issuer'>,
  mode: ProofMode,
  entry: string,
): Promise<AppendedEntry> {
  const index = (await log.lock(mode))?.size ?? 0
  const leafHash = leafHashOf(entry)
  const stored = hashReader(log, mode)
  const hashes: TileHashRow[] = [{ level: 0, position: index, hash: toHex(leafHash) }]
  const read = withNew(stored, hashes)
  // A whole tile is one hash of the level above, and may complete a tile there.
  for (let level = 1, width = TILE_WIDTH; (index + 1) % width === 0; level += 1, width *= TILE_WIDTH) {
    const position = (index + 1) / width - 1
    hashes.push({ level, position, hash: toHex(await readTileRoot(level, position, read)) })
  }
  const size = index + 1
  const root = await rootOf(size, read)
  const checkpoint = await issuer.signCheckpoint(mode, { size, root })
  await log.append({ mode, size, checkpoint, entry, hashes })
  return { index, leafHash: toHex(leafHash) }
}

/** The hashes that a log has stored. */
export const hashReader =
  (log: Pick<LogRepository, 'readHashes'>, mode: ProofMode): ReadHashes =>
  async (level, from, count) =>
    (await log.readHashes(mode, level, from, count)).map(toHash)

function toHash(hash: string): Uint8Array {
  const bytes = fromHex(hash)
  if (!bytes) throw new Error('A hash of the log is not hexadecimal.')
  return bytes
}

/** The same with those that are not stored yet: each stands behind the stored ones of its level. */
const withNew =
  (read: ReadHashes, fresh: readonly TileHashRow[]): ReadHashes =>
  async (level, from, count) => {
    const stored = await read(level, from, count)
    const added = fresh.filter(
      (one) => one.level === level && one.position >= from + stored.length && one.position < from + count,
    )
    return [...stored, ...added.map(({ hash }) => toHash(hash))]
  }

const readTileRoot = (level: number, position: number, read: ReadHashes): Promise<Uint8Array> => {
  const below: ReadHashes = (_, from, count) => read(level - 1, from, count)
  return readTile(position, below)
}

/** Of 256 hashes of one level, the one above all. */
async function readTile(position: number, below: ReadHashes): Promise<Uint8Array> {
  const half = TILE_HEIGHT - 1
  const [left, right] = [
    await readNode({ height: half, index: position * 2 }, below),
    await readNode({ height: half, index: position * 2 + 1 }, below),
  ]
  return hashNode(left, right)
}
