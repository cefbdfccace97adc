import { equalBytes } from '../../contract/bytes'
import { TILE_WIDTH, tilePath } from '../../contract/tlog/tiles'
import type { TileName } from '../../contract/tlog/tiles'
import { aFinding } from './finding'
import type { Finding } from './finding'
import type { LogSource } from './log-source'

/** Compares every tile of hashes with the entries. @param levels of a whole tree */
export async function auditTiles(
  source: LogSource,
  levels: readonly (readonly Uint8Array[])[],
): Promise<{ tiles: number; findings: Finding[] }> {
  const findings: Finding[] = []
  const tiles = levels.flatMap((hashes, level) => tilesOf(level, hashes.length))
  for await (const [tile, served] of readAhead(tiles, (one) => readTile(source, one))) {
    if (typeof served === 'string') findings.push(absence(served, tilePath(tile), `${tile.width} hashes`))
    else findings.push(...compareTile(tile, served, levels))
  }
  return { tiles: tiles.length, findings }
}

function compareTile(
  { level, index, width }: TileName,
  served: readonly Uint8Array[],
  levels: readonly (readonly Uint8Array[])[],
): Finding[] {
  const from = index * TILE_WIDTH
  const own = level === 'entries' ? [] : (levels[level] ?? []).slice(from, from + width)
  const wrong = own.findIndex((hash, at) => !equalBytes(hash, served[at] ?? new Uint8Array(0)))
  if (wrong === -1) return []
  const what = level === 0 ? `entry ${from + wrong}` : `the hash at ${from + wrong}`
  return [aFinding('HASHES', `${tilePath({ level, index, width })} does not match the entries, from ${what} on.`)]
}

/** An entry has a length of two bytes. */
const ENTRY_MAX_BYTES = 2 + 65_535
const HASH_BYTES = 32

/** @param what the expected content */
export const absence = (how: 'missing' | 'truncated', path: string, what: string): Finding =>
  how === 'missing'
    ? aFinding('MISSING', `${path} is missing; it should contain ${what}.`)
    : aFinding('TRUNCATED', `${path} is incomplete; it should contain ${what}.`)

/**
 * A tile of hashes or a bundle of entries. A log may delete a partial tile once the full one exists: then the beginning
 * of the full one counts.
 * @returns as many parts as the tile is wide; `truncated` for any other length
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

/** Full tiles and the partial rest of one level. @param count hashes or entries of the level */
export function tilesOf(level: TileName['level'], count: number): TileName[] {
  return Array.from({ length: Math.ceil(count / TILE_WIDTH) }, (_, index) => ({
    level,
    index,
    width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH),
  }))
}

/** Concurrent requests: enough for a distant server, few enough for a small one. */
const AHEAD = 8

/** Loads items in order and ahead of their use. */
export async function* readAhead<T, R>(items: Iterable<T>, load: (item: T) => Promise<R>): AsyncGenerator<[T, R]> {
  const open: { item: T; loaded: Promise<R> }[] = []
  for (const item of items) {
    const loaded = load(item)
    // A failure is thrown when its turn comes; until then it must not be an unhandled rejection.
    loaded.catch(() => {})
    open.push({ item, loaded })
    const first = open.length < AHEAD ? null : open.shift()
    if (first) yield [first.item, await first.loaded]
  }
  for (const { item, loaded } of open) yield [item, await loaded]
}
