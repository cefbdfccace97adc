import type { Metadata, Sharp } from 'sharp'
import { WORK_SAMPLE_IMAGE_SIDE_PX } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import type { EncodedImage } from '../../ports/image-encoder'
import { pixelsMaxOf } from './image-types'
import type { loadSharp } from './load-sharp'

const SECONDS_MAX = 20
/** Letters of a photographed document stay sharp. */
const QUALITY_PERCENT = 90

/** The pixels of a whole picture anew. @throws ApiError `unsupported-file-type`, `too-many-pixels`, `service-unavailable` */
export async function encodeWhole(
  sharp: Awaited<ReturnType<typeof loadSharp>>,
  content: Uint8Array,
): Promise<EncodedImage> {
  const pixelsMax = await pixelsMaxOf(content)
  if (pixelsMax === undefined) throw new ApiError('unsupported-file-type')
  const settings = { limitInputPixels: pixelsMax, failOn: 'error' } as const
  const facts = await sharp(content, { limitInputPixels: false, failOn: 'error' }).metadata().catch(refuse)
  if (pixelsOf(facts) > pixelsMax) throw new ApiError('too-many-pixels')
  const image = isMoving(facts)
    ? sharp(content, { ...settings, animated: true })
    : sharp(content, settings).autoOrient()
  const encoded = await write(image).catch(refuse)
  return { content: encoded, type: 'image/webp' }
}

/** The colours are turned into sRGB and nothing but pixels is written. */
const write = (image: Sharp): Promise<Buffer> =>
  image
    .timeout({ seconds: SECONDS_MAX })
    .resize({
      width: WORK_SAMPLE_IMAGE_SIDE_PX,
      height: WORK_SAMPLE_IMAGE_SIDE_PX,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: QUALITY_PERCENT })
    .toBuffer()

const isMoving = ({ format, pages = 1 }: Metadata): boolean => pages > 1 && (format === 'gif' || format === 'webp')

const pixelsOf = (facts: Metadata): number => facts.width * facts.height * (isMoving(facts) ? (facts.pages ?? 1) : 1)

/** What took too long may be done another time; everything else is the picture's fault. */
function refuse(cause: unknown): never {
  const isLate = cause instanceof Error && cause.message.includes('timeout')
  throw new ApiError(isLate ? 'service-unavailable' : 'unsupported-file-type', { cause })
}
