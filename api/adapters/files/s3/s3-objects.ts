import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3Settings } from '../../../domain/files/storage-settings'
import { isMissing, storageFailure } from './s3-error'

export interface StoredObject {
  key: string
  size: number
  /** Epoch milliseconds. */
  changedAt: number
}

/**
 * Objects of a bucket; keys stand behind the prefix of the settings. Whatever fails rejects with ApiError
 * `service-unavailable`.
 */
export interface S3Objects {
  /** Resolves when the service says that it has all of it; until then there is nothing new under the key. */
  put(key: string, content: Uint8Array): Promise<void>
  /** Null when there is no such object. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** From the first to the last byte named, as they come. */
  read(key: string, first: number, last: number): AsyncGenerator<Uint8Array<ArrayBuffer>>
  /** By key. */
  list(prefix: string): AsyncGenerator<StoredObject>
  /** No error when there is no such object. */
  remove(key: string): Promise<void>
  /** Resolves when the service answers, and the bucket is there for our key. Who asks meanwhile gets the same answer. */
  check(): Promise<void>
}

export interface S3Times {
  /** Until a connection stands. */
  connectMs: number
  /** Until an answer begins once all is sent, and between two pieces of it. */
  answerMs: number
}

/** With one repetition a failure is told before a browser gives up (`REQUEST_TIMEOUT_MS`). */
const TIMES: S3Times = { connectMs: 2_000, answerMs: 8_000 }
const ATTEMPTS_MAX = 2
/** Who sends much may take longer: a megabyte a second is slow for a server. */
const SENT_BYTES_PER_MS = 1_000

/**
 * The client of the service is loaded with the first call: a start without files does not wait for it.
 * @param times for tests
 */
export function createS3Objects(settings: S3Settings, times: S3Times = TIMES): S3Objects {
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
        // Who ignores a range would send other bytes than the wanted ones.
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
    // Checksums of Amazon's own kind are refused by older services; all of them know Content-MD5.
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

/** Whoever stops reading closes the body with it. */
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
