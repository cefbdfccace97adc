import type sharpModule from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { PROFILE_IMAGE_SIDE_PX, WORK_SAMPLE_IMAGE_SIDE_PX } from '../../../contract/limits'
import { imageMaxMegapixels } from '../../../contract/work-sample-types'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'

declare module '../../http/services' {
  interface Services {
    images: ImageEncoder
  }
}

interface EncodedImage {
  content: Uint8Array
  type: 'image/webp'
}

export interface ImageEncoder {
  /**
   * The center square as upright WebP without metadata, at most `PROFILE_IMAGE_SIDE_PX` wide, never enlarged.
   * @param content PNG, JPEG, WebP, GIF (first frame) or AVIF
   * @throws ApiError `invalid-file-type` for anything else, broken or with too many pixels; `too-many-requests` for a full queue;
   * `service-unavailable` when the library cannot be loaded
   */
  encodeSquare(content: Uint8Array): Promise<Uint8Array>
  /**
   * The whole image, at most `WORK_SAMPLE_IMAGE_SIDE_PX` per side; animations stay, up to 1,250 frames (GIF) or 2,500 (WebP).
   * @param read called when its turn comes, so that queued images use no memory
   * @throws ApiError `unsupported-file-type` for other or broken files; `too-many-pixels`; `too-many-requests` for a full queue;
   * `service-unavailable` when the library cannot be loaded or takes too long
   */
  encodeWhole(read: () => Promise<Uint8Array>): Promise<EncodedImage>
}

const SQUARE_SECONDS_MAX = 10
const SQUARE_QUALITY_PERCENT = 82
/** Bounds memory and leaves threads for password hashes and files. */
const CONCURRENCY = 1
const QUEUE_LENGTH = 16
const RETRY_AFTER_SECONDS = 3

/** libvips, loaded with the first image to keep the start fast. */
export function createImageEncoder(): ImageEncoder {
  const queue = createConcurrencyLimiter({
    concurrency: CONCURRENCY,
    queueLength: QUEUE_LENGTH,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  return {
    async encodeSquare(content) {
      const pixelsMax = await pixelsMaxOf(content).catch((cause: unknown) => {
        throw new ApiError('invalid-file-type', { cause })
      })
      return queue.run(() => encodeSquare(content, pixelsMax))
    },
    encodeWhole: (read) => queue.run(async () => encodeWhole(await readySharp(), await read())),
  }
}

const readySharp = () =>
  loadSharp().catch((cause: unknown) => {
    throw new ApiError('service-unavailable', { cause })
  })

async function encodeSquare(content: Uint8Array, pixelsMax: number): Promise<Uint8Array> {
  const sharp = await readySharp()
  try {
    const image = sharp(content, { limitInputPixels: pixelsMax, failOn: 'error' }).timeout({
      seconds: SQUARE_SECONDS_MAX,
    })
    const { width, height } = await image.metadata()
    const side = Math.min(width, height, PROFILE_IMAGE_SIDE_PX)
    // Converts to sRGB and drops metadata.
    return await image
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: SQUARE_QUALITY_PERCENT })
      .toBuffer()
  } catch (cause) {
    throw new ApiError('invalid-file-type', { cause })
  }
}

const WHOLE_SECONDS_MAX = 20
/** Keeps photographed text sharp. */
const WHOLE_QUALITY_PERCENT = 90

/** @throws ApiError `unsupported-file-type`, `too-many-pixels`, `service-unavailable` */
async function encodeWhole(sharp: Awaited<ReturnType<typeof loadSharp>>, content: Uint8Array): Promise<EncodedImage> {
  const pixelsMax = await pixelsMaxOf(content)
  const settings = { limitInputPixels: pixelsMax, failOn: 'error' } as const
  const facts = await sharp(content, { limitInputPixels: false, failOn: 'error' }).metadata().catch(refuse)
  if (pixelsOf(facts) > pixelsMax) throw new ApiError('too-many-pixels')
  const image = isMoving(facts)
    ? sharp(content, { ...settings, animated: true })
    : sharp(content, settings).autoOrient()
  const encoded = await write(image).catch(refuse)
  return { content: encoded, type: 'image/webp' }
}

/** Converts to sRGB and drops metadata. */
const write = (image: Sharp): Promise<Buffer> =>
  image
    .timeout({ seconds: WHOLE_SECONDS_MAX })
    .resize({
      width: WORK_SAMPLE_IMAGE_SIDE_PX,
      height: WORK_SAMPLE_IMAGE_SIDE_PX,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: WHOLE_QUALITY_PERCENT })
    .toBuffer()

const isMoving = ({ format, pages = 1 }: Metadata): boolean => pages > 1 && (format === 'gif' || format === 'webp')

/** A frame counts as this many pixels at least: it costs as much, however small it is. */
const FRAME_MIN_PIXELS = 10_000

function pixelsOf(facts: Metadata): number {
  const pixels = facts.width * facts.height
  return isMoving(facts) ? Math.max(pixels, FRAME_MIN_PIXELS) * (facts.pages ?? 1) : pixels
}

/** A timeout can be retried; any other error is the image's fault. */
function refuse(cause: unknown): never {
  const isLate = cause instanceof Error && cause.message.includes('timeout')
  throw new ApiError(isLate ? 'service-unavailable' : 'unsupported-file-type', { cause })
}

/** Supported formats. No vector formats: they can contain scripts and links. */
const PIXELS_MAX: ReadonlyMap<string, number> = new Map([
  ...Object.entries(imageMaxMegapixels).map(([type, megapixels]) => [type, megapixels * 1_000_000] as const),
  ['image/apng', imageMaxMegapixels['image/png'] * 1_000_000],
])

/** Every supported format shows in these. */
const HEAD_BYTES = 4_100

/** @throws ApiError `unsupported-file-type`; `too-many-pixels` for a WebP of too many frames: opening one of 100,000 takes the library seconds */
async function pixelsMaxOf(content: Uint8Array): Promise<number> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(content.subarray(0, HEAD_BYTES)).catch(() => undefined)
  const pixelsMax = PIXELS_MAX.get(type?.mime ?? '')
  if (pixelsMax === undefined) throw new ApiError('unsupported-file-type')
  if (type?.mime === 'image/webp' && hasMoreFrames(content, pixelsMax / FRAME_MIN_PIXELS))
    throw new ApiError('too-many-pixels')
  return pixelsMax
}

const CHUNK_HEAD_BYTES = 8
/** `ANMF`, read as a number: making texts of 100,000 names takes tens of milliseconds. */
const FRAME_CHUNK = 0x464d4e41

/** @param content WebP (RFC 9649) */
function hasMoreFrames(content: Uint8Array, most: number): boolean {
  const bytes = new DataView(content.buffer, content.byteOffset, content.byteLength)
  let frames = 0
  for (let at = 12; frames <= most && at + CHUNK_HEAD_BYTES <= bytes.byteLength;) {
    if (bytes.getUint32(at, true) === FRAME_CHUNK) frames += 1
    const length = bytes.getUint32(at + 4, true)
    at += CHUNK_HEAD_BYTES + length + (length % 2)
  }
  return frames > most
}

const READERS = [
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadHeifBuffer',
]

/** Readers of supported formats only, no cache, one thread per image. */
async function loadSharp(): Promise<typeof sharpModule> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
