import sharp from 'sharp'
import { createImageEncoder } from '../../../api/features/files/images'
import { ApiError } from '../../../api/lib/errors'
import { PROFILE_IMAGE_SIDE_PX } from '../../../contract/limits'
import { allowingLater } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const encoder = createImageEncoder()
const drawn = sharp({ create: { width: 9, height: 5, channels: 3, background: '#a05020' } })
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'

/** The output has no byte of the input: it is a re-encoded WebP, no larger than a profile shows. */
export const picture: FuzzTarget = {
  name: 'picture',
  from: 'a profile image',
  seeds: [
    await drawn.clone().png().toBuffer(),
    await drawn
      .clone()
      .jpeg()
      .withExif({ IFD0: { Artist: 'somebody' } })
      .toBuffer(),
    await drawn.clone().webp().toBuffer(),
    await drawn.clone().gif().toBuffer(),
    svg,
  ],
  quickRuns: 60,
  async run(bytes) {
    const encoded = await allowingLater([ApiError], () => encoder.encodeSquare(bytes))
    if (encoded === undefined) return
    const { format, width, height, exif } = await sharp(encoded).metadata()
    if (format !== 'webp' || width !== height || width > PROFILE_IMAGE_SIDE_PX || exif !== undefined)
      throw new Error(`It wrote ${format}, ${width} × ${height}.`)
  },
}
