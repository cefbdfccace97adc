import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../ports/services'
import { createS3Uploads } from './s3-uploads'
import type { S3Settings } from './settings'
import { isStoredName } from './storage'
import type { Files } from './storage'

/** Files in one bucket. The service is first called when a file is used. */
export function openS3Storage(settings: S3Settings, times?: S3Times): Pick<Services, 'files' | 'uploads'> {
  const objects = createS3Objects(settings, times)
  return { files: createS3Files(objects), uploads: createS3Uploads(objects) }
}

const FOLDER = 'files/'

/** Files in a bucket, one object each. The service creates objects atomically. */
function createS3Files(objects: S3Objects): Files {
  return {
    async put(name, content) {
      if (!isStoredName(name)) throw new Error('This is no name for a file.')
      await objects.put(FOLDER + name, content)
    },
    read: async (name) => (isStoredName(name) ? objects.get(FOLDER + name) : null),
    async remove(name) {
      if (isStoredName(name)) await objects.remove(FOLDER + name)
    },
    async *list() {
      for await (const { key, changedAt } of objects.list(FOLDER)) {
        const name = key.slice(FOLDER.length)
        if (isStoredName(name)) yield { name, changedAt }
      }
    },
    check: () => objects.check(),
  }
}

export interface StoredObject {
  key: string
  size: number
  /** Epoch milliseconds. */
  changedAt: number
}

/** Objects of a bucket, below the prefix of the settings. All failures are ApiError `service-unavailable`. */
export interface S3Objects {
  /** Atomic; resolves when the service confirms the object. */
  put(key: string, content: Uint8Array): Promise<void>
  /** Null without such an object. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Streams from the first to the last byte, both included. */
  read(key: string, first: number, last: number): AsyncGenerator<Uint8Array<ArrayBuffer>>
  /** By key. */
  list(prefix: string): AsyncGenerator<StoredObject>
  /** Succeeds without such an object. */
  remove(key: string): Promise<void>
  /** Resolves when the bucket is accessible. Concurrent calls share one request. */
  check(): Promise<void>
}

interface S3Times {
  /** Time limit for connecting. */
  connectMs: number
  /** Time limit until the response begins, and between two chunks of it. */
  answerMs: number
}

/** Two attempts fail before a browser gives up (`REQUEST_TIMEOUT_MS`). */
const TIMES: S3Times = { connectMs: 2_000, answerMs: 8_000 }
const ATTEMPTS_MAX = 2
/** Longer uploads get more time, at a megabyte per second. */
const SENT_BYTES_PER_MS = 1_000

/**
 * The S3 client is loaded with the first call, to keep the start fast.
 * @param times for tests
 */
function createS3Objects(settings: S3Settings, times: S3Times = TIMES): S3Objects {
  const { bucket: Bucket, prefix } = settings
  let connection: ReturnType<typeof connect> | undefined
  let checking: Promise<void> | undefined
  const connected = () => (connection ??= connect(settings, times))
  const act = async <T>(operation: string, work: (opened: Connection) => Promise<T>): Promise<T> => {
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
    async *list(within) {
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
    },
    remove: (key) =>
      act('DeleteObject', async ({ client, sdk }) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }))
      }),
    check: () =>
      (checking ??= act('ListObjectsV2', async ({ client, sdk }) => {
        await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }))
      }).finally(() => (checking = undefined))),
  }
}

type Connection = Awaited<ReturnType<typeof connect>>

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

/** Hides the service's message, which names keys, buckets and signatures. The log gets the kind of failure. */
function storageFailure(operation: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('service-unavailable', { cause: new Error(`S3 ${operation}: ${kindOf(error)}`) })
}

/** Whether the key is missing; a missing bucket is an error. */
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
