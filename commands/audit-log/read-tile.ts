import { TILE_WIDTH, tilePath } from '../../contract/tlog/tiles'
import type { TileName } from '../../contract/tlog/tiles'
import type { LogSource } from './log-source'

/** Two bytes tell an entry's length. */
const ENTRY_MAX_BYTES = 2 + 65_535
const HASH_BYTES = 32

/**
 * A tile of hashes or a bundle of entries. A log may drop a partial one once the whole is there: then its beginning is meant.
 * @returns its parts, as many as it is wide; `missing`, or `truncated` for any other length
 */
export async function readTile(source: LogSource, tile: TileName): Promise<Uint8Array[] | 'missing' | 'truncated'> {
  const maxBytes = TILE_WIDTH * (tile.level === 'entries' ? ENTRY_MAX_BYTES : HASH_BYTES)
  const own = await source.read(tilePath(tile), maxBytes)
  const isPartial = tile.width < TILE_WIDTH
  const whole = own || !isPartial ? null : await source.read(tilePath({ ...tile, width: TILE_WIDTH }), maxBytes)
  const content = own ?? whole
  if (!content) return 'missing'
  const parts = tile.level === 'entries' ? splitEntries(content) : splitHashes(content)
  if (parts?.length !== (own ? tile.width : TILE_WIDTH)) return 'truncated'
  return parts.slice(0, tile.width)
}

function splitHashes(content: Uint8Array): Uint8Array[] | null {
  if (content.length % HASH_BYTES !== 0) return null
  return Array.from({ length: content.length / HASH_BYTES }, (_, at) =>
    content.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
}

function splitEntries(content: Uint8Array): Uint8Array[] | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const entries: Uint8Array[] = []
  for (let at = 0; at < content.length;) {
    const from = at + 2
    if (from > content.length || from + view.getUint16(at) > content.length) return null
    at = from + view.getUint16(at)
    entries.push(content.slice(from, at))
  }
  return entries
}

/** The tiles of one level that a tree has: whole ones, and what is left over. @param count hashes, or entries, of the level */
export function tilesOf(level: TileName['level'], count: number): TileName[] {
  return Array.from({ length: Math.ceil(count / TILE_WIDTH) }, (_, index) => ({
    level,
    index,
    width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH),
  }))
}
