import { createHash } from 'node:crypto'
import { createKeyedLock } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import { detectKind, detectType } from './detect-type'
import type { ByteSource } from './detect-type'
import type { S3Objects, StoredObject } from './s3'
import { isStoredName } from './storage'
import type { Uploads } from './storage'

/** A shorter last segment is rewritten together with the next part, so that small parts do not become many objects. */
const SEGMENT_MIN_BYTES = 1_000_000

/**
 * Uploads in a bucket. Each part is an object whose key contains its range, so the bucket itself has the progress of an upload,
 * whichever process took the parts, and a killed process leaves nothing open.
 */
export function createS3Uploads(objects: S3Objects): Uploads {
  const segmentsOf = async (name: string): Promise<Segment[]> => {
    if (!isStoredName(name)) throw new Error('This is no name for an upload.')
    const found: Segment[] = []
    for await (const one of objects.list(segmentsPrefix(name))) {
      const segment = segmentOf(one)
      if (segment) found.push(segment)
    }
    return found
  }
  return {
    async write(name, offset, part) {
      const segments = await segmentsOf(name)
      const held = lengthOf(segments)
      if (held < offset) return held
      await append(objects, segments, { name, offset, part })
      return offset + part.length
    },
    async size(name) {
      const segments = isStoredName(name) ? await segmentsOf(name) : []
      return segments.length === 0 ? null : lengthOf(segments)
    },
    read(name, first, last) {
      if (!isStoredName(name)) throw new Error('This is no name for an upload.')
      return streamOf(() => bytesOf(objects, segmentsOf(name), first, last))
    },
    kindOf: async (name) => detectKind(sourceOf(objects, await segmentsOf(name))),
    typeOf: async (name) => detectType(sourceOf(objects, await segmentsOf(name))),
    async digest(name) {
      const segments = await segmentsOf(name)
      if (segments.length === 0) throw incomplete('There is no such upload.')
      const hash = createHash('sha256')
      for await (const piece of bytesOf(objects, segments, 0, lengthOf(segments) - 1)) hash.update(piece)
      return hash.digest('hex')
    },
    async remove(name) {
      if (!isStoredName(name)) return
      for await (const { key } of objects.list(segmentsPrefix(name))) await objects.remove(key)
    },
    list: () => listUploads(objects),
    inTurn: createKeyedLock().withLock,
    check: () => objects.check(),
  }
}

interface Part {
  name: string
  offset: number
  part: Uint8Array
}

async function append(objects: S3Objects, segments: readonly Segment[], { name, offset, part }: Part): Promise<void> {
  const last = chainOf(segments).find(({ end }) => end === offset)
  const tail = last && last.end - last.first < SEGMENT_MIN_BYTES ? last : null
  const before = tail && tail.end > tail.first ? await objects.get(segmentKey(tail)) : null
  const content = before ? Buffer.concat([before, part]) : part
  const made = { name, first: offset - (before?.length ?? 0), end: offset + part.length }
  await objects.put(segmentKey(made), content)
  // Segments that the new one covers are harmless: any that cannot be removed now are deleted with the upload.
  for (const one of segments) if (isWithin(one, made)) await objects.remove(segmentKey(one)).catch(() => {})
}

const isWithin = (one: Segment, made: Omit<Segment, 'changedAt'>): boolean =>
  one.first >= made.first && one.end <= made.end && segmentKey(one) !== segmentKey(made)

/** The storage may show the object a moment later: retry. */
const incomplete = (what: string): ApiError => new ApiError('service-unavailable', { cause: new Error(what) })

async function* bytesOf(
  objects: S3Objects,
  segments: readonly Segment[] | Promise<readonly Segment[]>,
  first: number,
  last: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let at = first
  for (const segment of chainOf(await segments)) {
    if (segment.end <= at) continue
    if (at > last) return
    const end = Math.min(segment.end - 1, last)
    yield* objects.read(segmentKey(segment), at - segment.first, end - segment.first)
    at = end + 1
  }
  if (at <= last) throw incomplete('A file is shorter than it is said to be.')
}

function sourceOf(objects: S3Objects, segments: readonly Segment[]): ByteSource {
  return bufferedSource(lengthOf(segments), async (first, last) => {
    const pieces: Uint8Array[] = []
    for await (const piece of bytesOf(objects, segments, first, last)) pieces.push(piece)
    return Buffer.concat(pieces)
  })
}

/** Groups segments, which are listed by upload; the newest one dates the upload. */
async function* listUploads(objects: S3Objects) {
  let open: { name: string; changedAt: number } | null = null
  for await (const one of objects.list(segmentsPrefix())) {
    const name = ownerOf(one.key)
    if (name === null) continue
    if (open && open.name !== name) yield open
    const before: number = open?.name === name ? open.changedAt : 0
    open = { name, changedAt: Math.max(before, one.changedAt) }
  }
  if (open) yield open
}

/** An object with a range of an upload, which is in its key. */
interface Segment {
  /** Name of the upload. */
  name: string
  first: number
  /** Exclusive. */
  end: number
  changedAt: number
}

const FOLDER = 'work-samples/'
/** Wide enough for any size, so that keys sort by offset. */
const DIGITS = 12
const KEY = /^work-samples\/([^/]+)\/(\d{12})-(\d{1,12})$/u
const OWNED = /^work-samples\/([^/]+)\/./u

/** Key prefix of an upload's segments, or of all uploads. */
const segmentsPrefix = (name?: string): string => (name === undefined ? FOLDER : `${FOLDER}${name}/`)

const segmentKey = ({ name, first, end }: Pick<Segment, 'name' | 'first' | 'end'>): string =>
  `${segmentsPrefix(name)}${String(first).padStart(DIGITS, '0')}-${end - first}`

/** The upload of an object, even of an incomplete one; null for foreign objects. */
function ownerOf(key: string): string | null {
  const name = OWNED.exec(key)?.[1] ?? ''
  return isStoredName(name) ? name : null
}

/** Null for foreign objects, and for one whose length differs from its key. */
function segmentOf({ key, size, changedAt }: StoredObject): Segment | null {
  const [, name = '', offset, length] = KEY.exec(key) ?? []
  if (!isStoredName(name) || Number(length) !== size) return null
  return { name, first: Number(offset), end: Number(offset) + size, changedAt }
}

/**
 * The segments to read, from the first byte to the first gap. They may overlap after a part was sent twice with different
 * lengths; the one that reaches farthest is taken.
 */
function chainOf(segments: readonly Segment[]): Segment[] {
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

/** Bytes before the first gap. */
const lengthOf = (segments: readonly Segment[]): number => chainOf(segments).at(-1)?.end ?? 0

const BLOCK_BYTES = 65_536
/** Four megabytes. */
const BLOCKS_MAX = 64

/**
 * Caches blocks of a remote file, for parsers that read a few bytes at a time (FIFO eviction).
 * @param fetchBytes from the first to the last byte, both included
 */
export function bufferedSource(
  size: number,
  fetchBytes: (first: number, last: number) => Promise<Uint8Array>,
): ByteSource {
  const blocks = new Map<number, Promise<Uint8Array>>()
  const block = (number: number): Promise<Uint8Array> => {
    const kept = blocks.get(number)
    if (kept) return kept
    const [oldest] = blocks.keys()
    if (blocks.size >= BLOCKS_MAX && oldest !== undefined) blocks.delete(oldest)
    const first = number * BLOCK_BYTES
    const fetched = fetchBytes(first, Math.min(size, first + BLOCK_BYTES) - 1)
    blocks.set(number, fetched)
    return fetched
  }
  return {
    size,
    async at(position, length) {
      const end = Math.min(size, position + length)
      if (position >= end) return Buffer.alloc(0)
      if (length > BLOCK_BYTES) return Buffer.from(await fetchBytes(position, end - 1))
      const number = Math.floor(position / BLOCK_BYTES)
      const numbers = Math.floor((end - 1) / BLOCK_BYTES) === number ? [number] : [number, number + 1]
      const bytes = Buffer.concat(await Promise.all(numbers.map(block)))
      const start = position - number * BLOCK_BYTES
      return bytes.subarray(start, start + end - position)
    },
  }
}

/** A stream that begins with the first read, so that an unread one (HEAD requests) fetches nothing. */
function streamOf<Piece>(begin: () => AsyncGenerator<Piece>): ReadableStream<Piece> {
  let pieces: AsyncGenerator<Piece> | undefined
  return new ReadableStream<Piece>(
    {
      async pull(controller) {
        pieces ??= begin()
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces?.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
