/** The file that proves, offline, that an entry is in a log (c2sp.org/tlog-proof). */
import { fromBase64, toBase64 } from '../bytes'
import { isDecimal } from './checkpoint'
import { HASH_BYTES } from './merkle'

export interface TlogProof {
  /** Index of the entry, from zero. */
  index: number
  /** From the leaf's neighbor up. */
  path: Uint8Array[]
  /** With the signatures of the log and the witnesses. */
  checkpoint: string
}

const HEAD = 'c2sp.org/tlog-proof@v1'
/** A longer path would need more leaves than a number can count. */
const PATH_MAX = 63

export const formatTlogProof = ({ index, path, checkpoint }: TlogProof): string =>
  [HEAD, `index ${index}`, ...path.map(toBase64), '', checkpoint].join('\n')

/** Null if it is invalid. `extra` lines are ignored: nothing signs them. */
export function parseTlogProof(text: string): TlogProof | null {
  const split = text.indexOf('\n\n')
  const [head, ...lines] = text.slice(0, Math.max(0, split)).split('\n')
  if (head !== HEAD) return null
  if (lines[0]?.startsWith('extra ') === true && fromBase64(lines.shift()?.slice('extra '.length) ?? '') === null)
    return null
  const [, index = ''] = /^index (\d+)$/u.exec(lines.shift() ?? '') ?? []
  if (lines.length > PATH_MAX) return null
  const path = lines.map(fromBase64)
  const isPath = path.every((hash) => hash?.length === HASH_BYTES)
  if (!isDecimal(index) || !Number.isSafeInteger(Number(index)) || !isPath) return null
  return { index: Number(index), path: path.filter((hash) => hash !== null), checkpoint: text.slice(split + 2) }
}
