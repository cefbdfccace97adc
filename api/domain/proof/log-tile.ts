import { concatBytes, fromHex, toUtf8 } from '../../../contract/bytes'
import type { ProofMode } from '../../../contract/proof-paths'
import { parseTilePath, TILE_WIDTH } from '../../../contract/tlog/tiles'
import type { TileName } from '../../../contract/tlog/tiles'
import type { LogRepository } from '../../ports/trusttag/log-store'

/**
 * A tile of hashes, or a bundle of entries, as far as the log has grown. It never changes: a partial one that was asked for by
 * its width stays what it is.
 * @param path such as `tile/0/x001/234.p/5`
 * @returns null for what is no tile, and for one that is not there yet
 */
export async function logTile(
  log: Pick<LogRepository, 'readHashes' | 'readEntries'>,
  mode: ProofMode,
  path: string,
): Promise<Uint8Array | null> {
  const tile = parseTilePath(path)
  const parts = tile && (await readParts(log, mode, tile))
  if (!parts || parts.length < tile.width) return null
  return concatBytes(...parts)
}

async function readParts(
  log: Pick<LogRepository, 'readHashes' | 'readEntries'>,
  mode: ProofMode,
  { level, index, width }: TileName,
): Promise<Uint8Array[]> {
  const from = index * TILE_WIDTH
  if (level === 'entries') return (await log.readEntries(mode, from, width)).map(withLength)
  return (await log.readHashes(mode, level, from, width)).map((hash) => fromHex(hash) ?? new Uint8Array(0))
}

/** An entry with its length before it: two bytes, the greater one first. */
function withLength(entry: string): Uint8Array {
  const bytes = toUtf8(entry)
  return concatBytes(Uint8Array.of(Math.floor(bytes.length / 256), bytes.length % 256), bytes)
}
