/**
 * How a log's tree is divided into tiles (c2sp.org/tlog-tiles): 256 hashes each, one level of tiles per eight levels of
 * the tree.
 */
import { hashNode } from './merkle'

export const TILE_HEIGHT = 8
export const TILE_WIDTH = 2 ** TILE_HEIGHT

/** `1234567` is `x001/x234/567`. */
export function tileIndexPath(index: number): string {
  const groups =
    String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, '0')
      .match(/\d{3}/gu) ?? []
  return groups.map((group, place) => (place === groups.length - 1 ? group : `x${group}`)).join('/')
}

export interface TileName {
  /** Level of tiles, from zero; `entries` for the entries themselves. */
  level: number | 'entries'
  index: number
  /** Number of hashes: 256 in a full tile. */
  width: number
}

export const tilePath = ({ level, index, width }: TileName): string =>
  `tile/${level}/${tileIndexPath(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`

/** Null unless it is exactly a tile's name. @param path without a slash before `tile` */
export function parseTilePath(path: string): TileName | null {
  const [, level = '', indexPath = '', width] =
    /^tile\/(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/u.exec(path) ?? []
  const tile = {
    level: level === 'entries' ? ('entries' as const) : Number(level),
    index: Number(indexPath.replaceAll(/[x/]/gu, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  }
  return indexPath !== '' && Number.isSafeInteger(tile.index) && tile.width > 0 && tilePath(tile) === path ? tile : null
}

/** A node of the tree: the hash of the `2 ** height` leaves from `index * 2 ** height`. */
export interface TreeNode {
  height: number
  index: number
}

/** Reads `count` hashes of one level of tiles, starting at `from`. */
export type ReadHashes = (level: number, from: number, count: number) => Promise<readonly Uint8Array[]>

/** The hash of a node whose leaves all exist, from the hashes of one tile. */
export async function readNode({ height, index }: TreeNode, read: ReadHashes): Promise<Uint8Array> {
  const level = Math.floor(height / TILE_HEIGHT)
  const count = 2 ** (height % TILE_HEIGHT)
  const hashes = await read(level, index * count, count)
  if (hashes.length !== count) throw new Error(`The log has no hashes of level ${level} from index ${index * count}.`)
  return foldFull(hashes)
}

/** The hash above all leaves of a full tree, or above a tile's hashes. @param hashes as many as a power of two */
export function foldFull(hashes: readonly Uint8Array[]): Uint8Array {
  let row = [...hashes]
  while (row.length > 1) row = row.flatMap((hash, at) => (at % 2 === 0 ? [hashNode(hash, row[at + 1] ?? hash)] : []))
  const [root] = row
  if (!root) throw new Error('The tile has no hashes.')
  return root
}
