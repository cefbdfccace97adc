import { PROFILE_IMAGE_SIDE_PX } from '../../../contract/limits'
import { ApiError } from '../../domain/api-error'
import type { ImageEncoder } from '../../ports/image-encoder'
import { createBoundedQueue } from '../bounded-queue'
import { loadSharp } from './load-sharp'

/**
 * The formats that are taken, by content, and the pixels that a picture of each may have. A JPEG is scaled while it is read;
 * the others are decoded whole, an AVIF at ten times the cost of a PNG. Vector formats are not among them: they hold
 * scripts and addresses.
 */
const PIXELS_MAX: ReadonlyMap<string, number> = new Map([
  ['image/jpeg', 50_000_000],
  ['image/png', 25_000_000],
  ['image/apng', 25_000_000],
  ['image/webp', 25_000_000],
  ['image/gif', 12_500_000],
  ['image/avif', 12_500_000],
])

const SECONDS_MAX = 10
const QUALITY_PERCENT = 82
/** One at a time: memory stays bounded, and password hashes and files keep threads for themselves. */
const CONCURRENCY = 1
const QUEUE_LENGTH = 16
const RETRY_AFTER_SECONDS = 3

/** Pictures by libvips, which is loaded with the first one: the start of the server does not wait for it. */
export function createImageEncoder(): ImageEncoder {
  const queue = createBoundedQueue({
    concurrency: CONCURRENCY,
    queueLength: QUEUE_LENGTH,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  return {
    async encodeSquare(content) {
      const pixelsMax = PIXELS_MAX.get(await typeOf(content))
      if (pixelsMax === undefined) throw new ApiError('invalid-file-type')
      return queue.run(() => encode(content, pixelsMax))
    },
  }
}

async function typeOf(content: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(content).catch(() => undefined)
  return type?.mime ?? ''
}

async function encode(content: Uint8Array, pixelsMax: number): Promise<Uint8Array> {
  const sharp = await loadSharp().catch((cause: unknown) => {
    throw new ApiError('service-unavailable', { cause })
  })
  try {
    const image = sharp(content, { limitInputPixels: pixelsMax, failOn: 'error' }).timeout({ seconds: SECONDS_MAX })
    const { width, height } = await image.metadata()
    const side = Math.min(width, height, PROFILE_IMAGE_SIDE_PX)
    // The colours are turned into sRGB and nothing but pixels is written.
    return await image.autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: QUALITY_PERCENT }).toBuffer()
  } catch (cause) {
    throw new ApiError('invalid-file-type', { cause })
  }
}
