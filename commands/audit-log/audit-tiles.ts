import { equalBytes } from '../../contract/bytes'
import { TILE_WIDTH, tilePath } from '../../contract/tlog/tiles'
import type { TileName } from '../../contract/tlog/tiles'
import { absence } from './audit-entries'
import { aFinding } from './finding'
import type { Finding } from './finding'
import type { LogSource } from './log-source'
import { readAhead } from './read-ahead'
import { readTile, tilesOf } from './read-tile'

/** Compares every tile of hashes with what the entries give. @param levels of a whole tree */
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
  return [aFinding('HASHES', `${tilePath({ level, index, width })} does not fit the entries: ${what} is the first.`)]
}
