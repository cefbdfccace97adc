import { createHash } from 'node:crypto'
import { ApiError } from '../../../lib/errors'
import type { Uploads } from '../../../ports/uploads'
import type { ByteSource } from '../byte-source'
import { detectKind, detectType } from '../detect-type'
import { isStoredName } from '../stored-name'
import { streamOf } from '../stream-of'
import { createKeyedLock } from '../../../lib/concurrency'
import { bufferedSource } from './buffered-source'
import type { S3Objects } from './s3-objects'
import { chainOf, lengthOf, ownerOf, segmentKey, segmentOf, segmentsPrefix } from './segments'
import type { Segment } from './segments'

/**
 * A shorter end of an upload is written anew with the part that follows it, so that many small parts do not become as many
 * objects. Clients that send large ones never meet it.
 */
const SEGMENT_MIN_BYTES = 1_000_000

/**
 * Uploads in a bucket. Each part is an object of its own whose key says what stretch it holds, and they stay so: the bucket
 * itself knows how far an upload has come, whichever process took its parts, and nothing is left open by one that dies.
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
  // What the new one holds, too, is in the way of nobody: if it cannot be removed now, it goes with the upload.
  for (const one of segments) if (isWithin(one, made)) await objects.remove(segmentKey(one)).catch(() => {})
}

const isWithin = (one: Segment, made: Omit<Segment, 'changedAt'>): boolean =>
  one.first >= made.first && one.end <= made.end && segmentKey(one) !== segmentKey(made)

/** What a storage shows a moment later is to be asked for again. */
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

/** Segments of one upload follow each other; the upload changed when the last of them did. */
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
