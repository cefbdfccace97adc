import { isStoredName } from '../stored-name'
import type { StoredObject } from './s3-objects'

/** An object that holds a stretch of an upload. Its key says which. */
export interface Segment {
  /** Of the upload. */
  name: string
  first: number
  /** Behind the last byte. */
  end: number
  changedAt: number
}

const FOLDER = 'work-samples/'
/** Wide enough for any size, so that keys stand in the order of bytes. */
const DIGITS = 12
const KEY = /^work-samples\/([^/]+)\/(\d{12})-(\d{1,12})$/u
const OWNED = /^work-samples\/([^/]+)\/./u

/** What the keys of an upload's segments begin with; of every upload's, where no name is given. */
export const segmentsPrefix = (name?: string): string => (name === undefined ? FOLDER : `${FOLDER}${name}/`)

export const segmentKey = ({ name, first, end }: Pick<Segment, 'name' | 'first' | 'end'>): string =>
  `${segmentsPrefix(name)}${String(first).padStart(DIGITS, '0')}-${end - first}`

/** The upload that an object belongs to, whatever state it is in; null for what is none of ours. */
export function ownerOf(key: string): string | null {
  const name = OWNED.exec(key)?.[1] ?? ''
  return isStoredName(name) ? name : null
}

/** Null for what is none of ours, and for one that is not as long as its key says. */
export function segmentOf({ key, size, changedAt }: StoredObject): Segment | null {
  const [, name = '', offset, length] = KEY.exec(key) ?? []
  if (!isStoredName(name) || Number(length) !== size) return null
  return { name, first: Number(offset), end: Number(offset) + size, changedAt }
}

/**
 * The segments to read, one behind the other, from the first byte on as far as there is no gap. They may overlap, as after a
 * part that was sent twice in different lengths; of those that begin in time the farthest reaching is taken.
 */
export function chainOf(segments: readonly Segment[]): Segment[] {
  const chain: Segment[] = []
  let at = 0
  let next: Segment | null = null
  for (const segment of segments.toSorted((one, other) => one.first - other.first)) {
    if (segment.first > at && next) {
      chain.push(next)
      at = next.end
      next = null
    }
    if (segment.first > at) break
    if (segment.end > (next?.end ?? at)) next = segment
  }
  return next ? [...chain, next] : chain
}

/** Bytes from the first one on without a gap. */
export const lengthOf = (segments: readonly Segment[]): number => chainOf(segments).at(-1)?.end ?? 0
