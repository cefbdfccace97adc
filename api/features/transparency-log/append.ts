import { equalBytes, fromHex, toHex } from '../../../contract/bytes'
import { leafHashOf } from '../../../contract/credential/log-entry'
import type { ProofMode } from '../../../contract/proof-paths'
import { parseTreeHead } from '../../../contract/tlog/checkpoint'
import { HASH_BYTES } from '../../../contract/tlog/merkle'
import { rootOf } from '../../../contract/tlog/prove'
import { parseNote } from '../../../contract/tlog/signed-note'
import { foldFull, TILE_WIDTH } from '../../../contract/tlog/tiles'
import type { ReadHashes } from '../../../contract/tlog/tiles'
import type { Services } from '../../ports/services'
import type { LogHeadRow, LogRepository, TileHashRow } from '../../ports/trusttag/log-store'

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
  { log }: { log: Pick<LogRepository, 'lock' | 'append' | 'readHashes'> },
  { issuer }: Pick<Services, 'issuer'>,
  mode: ProofMode,
  entry: string,
): Promise<AppendedEntry> {
  const head = await log.lock(mode)
  const index = head?.size ?? 0
  const leafHash = leafHashOf(entry)
  const stored = hashReader(log, mode)
  if (head) await requireSigned(head, stored)
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

/** A tree that does not begin with the one that was signed last must never be signed, whatever became of the database. */
async function requireSigned({ size, checkpoint }: LogHeadRow, read: ReadHashes): Promise<void> {
  const signed = parseTreeHead(parseNote(checkpoint)?.text ?? '')
  if (signed?.size !== size || !equalBytes(signed.root, await rootOf(size, read)))
    throw new Error('The stored hashes do not make up the tree that was signed last: the log is damaged.')
}

/**
 * The hashes that a log has stored. It reads whole tiles and keeps them, so that a proof, or the root, takes one question for
 * each level and edge of the tree; make one for each such work.
 */
export function hashReader(log: Pick<LogRepository, 'readHashes'>, mode: ProofMode): ReadHashes {
  const tiles = new Map<string, Promise<readonly Uint8Array[]>>()
  const readTileHashes = async (level: number, from: number) =>
    (await log.readHashes(mode, level, from, TILE_WIDTH)).map(toHash)
  return async (level, from, count) => {
    const start = from - (from % TILE_WIDTH)
    const name = `${level} ${start}`
    const tile = tiles.get(name) ?? readTileHashes(level, start)
    tiles.set(name, tile)
    return (await tile).slice(from - start, from - start + count)
  }
}

function toHash(hash: string): Uint8Array {
  const bytes = fromHex(hash)
  if (bytes?.length !== HASH_BYTES) throw new Error('What the log keeps as a hash is none.')
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

/** Of 256 hashes of the level below, the one above all. */
async function readTileRoot(level: number, position: number, read: ReadHashes): Promise<Uint8Array> {
  const hashes = await read(level - 1, position * TILE_WIDTH, TILE_WIDTH)
  if (hashes.length !== TILE_WIDTH) throw new Error(`The log lacks hashes of level ${level - 1}.`)
  return foldFull(hashes)
}
