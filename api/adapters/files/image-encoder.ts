import { PROFILE_IMAGE_SIDE_PX } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import type { ImageEncoder } from '../../ports/image-encoder'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import { encodeWhole } from './encode-whole'
import { pixelsMaxOf } from './image-types'
import { loadSharp } from './load-sharp'

const SECONDS_MAX = 10
const QUALITY_PERCENT = 82
/** One at a time: memory stays bounded, and password hashes and files keep threads for themselves. */
const CONCURRENCY = 1
const QUEUE_LENGTH = 16
const RETRY_AFTER_SECONDS = 3

/** Pictures by libvips, which is loaded with the first one: the start of the server does not wait for it. */
export function createImageEncoder(): ImageEncoder {
  const queue = createConcurrencyLimiter({
    concurrency: CONCURRENCY,
    queueLength: QUEUE_LENGTH,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  return {
    async encodeSquare(content) {
      const pixelsMax = await pixelsMaxOf(content)
      if (pixelsMax === undefined) throw new ApiError('invalid-file-type')
      return queue.run(() => encode(content, pixelsMax))
    },
    encodeWhole: (read) => queue.run(async () => encodeWhole(await readySharp(), await read())),
  }
}

const readySharp = () =>
  loadSharp().catch((cause: unknown) => {
    throw new ApiError('service-unavailable', { cause })
  })

async function encode(content: Uint8Array, pixelsMax: number): Promise<Uint8Array> {
  const sharp = await readySharp()
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
