import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Services } from '../../http/services'
import { createKeyedLock, SharedRuns } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import { detectKind, detectType } from './detect-type'
import type { S3Settings } from './settings'
import { type ByteSource, type Files, isStoredName, type Uploads } from './storage'

/** The service is first called when a file is used. */
export function openS3Storage(settings: S3Settings, times?: S3Times): Pick<Services, 'files' | 'uploads'> {
  const objects = createS3Objects(settings, times)
  return { files: createS3Files(objects), uploads: createS3Uploads(objects) }
}

const FILES_FOLDER = 'files/'

/** One object per file; services create objects atomically. */
function createS3Files(objects: S3Objects): Files {
  return {
    async put(name, content) {
      if (!isStoredName(name)) throw new Error('Invalid file name.')
      await objects.put(FILES_FOLDER + name, content)
    },
    read: async (name) => (isStoredName(name) ? objects.get(FILES_FOLDER + name) : null),
    async remove(name) {
      if (isStoredName(name)) await objects.remove(FILES_FOLDER + name)
    },
    async *list() {
      for await (const { key, changedAt } of objects.list(FILES_FOLDER)) {
        const name = key.slice(FILES_FOLDER.length)
        if (isStoredName(name)) yield { name, changedAt }
      }
    },
    check: () => objects.check(),
  }
}

/** A shorter last segment is rewritten with the next part, so that small parts do not become many objects. */
const SEGMENT_MIN_BYTES = 1_000_000

/**
 * Each part is an object with its range in the key. So the bucket itself has an upload's progress, whichever process took the parts, and a
 * killed process leaves nothing open.
 */
function createS3Uploads(objects: S3Objects): Uploads {
  const segmentsOf = async (name: string): Promise<Segment[]> => {
    if (!isStoredName(name)) throw new Error('Invalid upload name.')
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
      if (!isStoredName(name)) throw new Error('Invalid upload name.')
      return streamOf(() => bytesOf(objects, segmentsOf(name), first, last))
    },
    kindOf: async (name) => detectKind(sourceOf(objects, await segmentsOf(name))),
    typeOf: async (name) => detectType(sourceOf(objects, await segmentsOf(name))),
    async digest(name) {
      const segments = await segmentsOf(name)
      if (segments.length === 0) throw incomplete('This upload does not exist.')
      const hash = createHash('sha256')
      for await (const piece of bytesOf(objects, segments, 0, lengthOf(segments) - 1)) hash.update(piece)
      return hash.digest('hex')
    },
    async remove(name) {
      if (!isStoredName(name)) return
      for await (const { key } of objects.list(segmentsPrefix(name))) await objects.remove(key)
    },
    list: () => listUploads(objects),
    withLock: createKeyedLock().withLock,
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
  // Segments covered by the new one are harmless; leftovers are deleted with the upload.
  for (const one of segments) if (isWithin(one, made)) await objects.remove(segmentKey(one)).catch(() => {})
}

const isWithin = (one: Segment, made: Omit<Segment, 'changedAt'>): boolean =>
  one.first >= made.first && one.end <= made.end && segmentKey(one) !== segmentKey(made)

/** Eventual consistency: the object may appear a moment later. */
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
  if (at <= last) throw incomplete('A file is shorter than its declared length.')
}

function sourceOf(objects: S3Objects, segments: readonly Segment[]): ByteSource {
  return bufferedSource(lengthOf(segments), async (first, last) => {
    const pieces: Uint8Array[] = []
    for await (const piece of bytesOf(objects, segments, first, last)) pieces.push(piece)
    return Buffer.concat(pieces)
  })
}

/** The newest segment dates the upload. */
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

/** A range of an upload; the key has the range. */
interface Segment {
  name: string
  first: number
  /** Exclusive. */
  end: number
  changedAt: number
}

const FOLDER = 'work-samples/'
/** For any size, so that keys sort by offset. */
const DIGITS = 12
const KEY = /^work-samples\/([^/]+)\/(\d{12})-(\d{1,12})$/u
const OWNED = /^work-samples\/([^/]+)\/./u

const segmentsPrefix = (name?: string): string => (name === undefined ? FOLDER : `${FOLDER}${name}/`)

const segmentKey = ({ name, first, end }: Pick<Segment, 'name' | 'first' | 'end'>): string =>
  `${segmentsPrefix(name)}${String(first).padStart(DIGITS, '0')}-${end - first}`

/** Even of an incomplete object; null for foreign ones. */
function ownerOf(key: string): string | null {
  const name = OWNED.exec(key)?.[1] ?? ''
  return isStoredName(name) ? name : null
}

/** Null for foreign objects, and if the length differs from the key. */
function segmentOf({ key, size, changedAt }: StoredObject): Segment | null {
  const [, name = '', offset, length] = KEY.exec(key) ?? []
  if (!isStoredName(name) || Number(length) !== size) return null
  return { name, first: Number(offset), end: Number(offset) + size, changedAt }
}

/** From the first byte to the first gap. Segments may overlap after a part was sent twice with different lengths; the farthest one wins. */
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

/** Caches blocks of a remote file for parsers with small reads (FIFO eviction). @param fetchBytes includes the first and the last byte */
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

/** Starts at the first read, so that an unread stream (HEAD) fetches nothing. */
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

export interface StoredObject {
  key: string
  size: number
  /** Epoch milliseconds. */
  changedAt: number
}

/** Below the prefix of the settings. All failures are ApiError `service-unavailable`. */
export interface S3Objects {
  /** Atomic; resolves when the service confirms. */
  put(key: string, content: Uint8Array): Promise<void>
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Includes the first and the last byte. */
  read(key: string, first: number, last: number): AsyncGenerator<Uint8Array<ArrayBuffer>>
  list(prefix: string): AsyncGenerator<StoredObject>
  /** Succeeds without such an object. */
  remove(key: string): Promise<void>
  /** Resolves when the bucket is accessible. Concurrent calls share a request. */
  check(): Promise<void>
}

export interface S3Times {
  connectMs: number
  /** Until the response begins, and between its chunks. */
  answerMs: number
}

/** Two attempts fail before a browser gives up (`REQUEST_TIMEOUT_MS`). */
const TIMES: S3Times = { connectMs: 2_000, answerMs: 8_000 }
const ATTEMPTS_MAX = 2
/** Longer uploads get more time, at a megabyte per second. */
const SENT_BYTES_PER_MS = 1_000

/** The S3 library is loaded with the first call, to keep the start fast. @param times for tests */
function createS3Objects(settings: S3Settings, times: S3Times = TIMES): S3Objects {
  const { bucket: Bucket, prefix } = settings
  let connection: ReturnType<typeof connect> | undefined
  const checks = new SharedRuns<void>()
  const connected = () => (connection ??= connect(settings, times))
  const act: Act = async (operation, work) => {
    try {
      return await work(await connected())
    } catch (error) {
      throw storageFailure(operation, error)
    }
  }
  return {
    put: (key, content) =>
      act('PutObject', async ({ client, sdk }) => {
        const ContentMD5 = createHash('md5').update(content).digest('base64')
        const command = new sdk.PutObjectCommand({ Bucket, Key: prefix + key, Body: content, ContentMD5 })
        await client.send(command, { requestTimeout: times.answerMs + content.length / SENT_BYTES_PER_MS })
      }),
    get: (key) =>
      act('GetObject', async ({ client, sdk }) => {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key })).catch(nullIfMissing)
        return found && new Uint8Array((await found.Body?.transformToByteArray()) ?? [])
      }),
    async *read(key, first, last) {
      try {
        const { client, sdk } = await connected()
        const Range = `bytes=${first}-${last}`
        const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key, Range }))
        // Some services ignore ranges and send the whole object.
        if (!found.ContentRange?.startsWith(`bytes ${first}-`)) throw new Error('WrongRange')
        yield* atMost(found.Body, last + 1 - first)
      } catch (error) {
        throw storageFailure('GetObject', error)
      }
    },
    list: (within) => listObjects(act, settings, within),
    remove: (key) =>
      act('DeleteObject', async ({ client, sdk }) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }))
      }),
    check: () =>
      checks.run(() =>
        act('ListObjectsV2', async ({ client, sdk }) => {
          await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }))
        }),
      ),
  }
}

type Connection = Awaited<ReturnType<typeof connect>>
/** Connects first, and names the operation in errors. */
type Act = <T>(operation: string, work: (opened: Connection) => Promise<T>) => Promise<T>

async function* listObjects(act: Act, { bucket: Bucket, prefix }: S3Settings, within: string) {
  let ContinuationToken: string | undefined
  do {
    const wanted = {
      Bucket,
      Prefix: prefix + within,
      ...(ContinuationToken !== undefined && { ContinuationToken }),
    }
    const page = await act('ListObjectsV2', ({ client, sdk }) => client.send(new sdk.ListObjectsV2Command(wanted)))
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
      yield { key: Key.slice(prefix.length), size: Size, changedAt: LastModified?.getTime() ?? 0 }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (ContinuationToken !== undefined)
}

async function connect(settings: S3Settings, { connectMs, answerMs }: S3Times) {
  const sdk = await import('@aws-sdk/client-s3')
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = settings
  const client = new sdk.S3Client({
    ...(endpoint !== null && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS_MAX,
    // Older services refuse Amazon's new checksums; all support Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerMs,
    },
  })
  return { sdk, client }
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

async function* atMost(body: unknown, wanted: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!(body instanceof Readable)) throw new Error('NoBody')
  let left = wanted
  for await (const piece of body) {
    if (!(piece instanceof Uint8Array)) throw new Error('NoBytes')
    const own = new Uint8Array(piece.subarray(0, left))
    left -= own.length
    if (own.length > 0) yield own
    if (left === 0) return
  }
  throw new Error('ShortBody')
}

/** Drops the service's message, which names keys, buckets and signatures. */
function storageFailure(operation: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('service-unavailable', { cause: new Error(`S3 ${operation}: ${kindOf(error)}`) })
}

/** The key; a missing bucket is an error. */
const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchKey'

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status = statusOf(error)
  return status === null ? code : `${code} (${status})`
}

function statusOf(error: Error): number | null {
  const metadata: unknown = '$metadata' in error ? error.$metadata : null
  const isObject = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isObject && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null
}
