import sharp from 'sharp'
import type { Metadata } from 'sharp'

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** A real image, red on the left and blue on the right. */
export async function sampleImage(format: Format, width = 60, height = 40): Promise<Buffer<ArrayBuffer>> {
  const half = await sharp({
    create: { width: Math.max(1, Math.floor(width / 2)), height, channels: 3, background: '#f00' },
  })
    .png()
    .toBuffer()
  const whole = sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: half, left: 0, top: 0 },
  ])
  return Buffer.from(await whole.toFormat(format).toBuffer())
}

/** A PNG of an exact size: readers ignore bytes after its end. */
export async function imageOfBytes(bytes: number): Promise<Buffer<ArrayBuffer>> {
  const png = await sampleImage('png')
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)])
}

export const metadataOf = (content: Uint8Array): Promise<Metadata> => sharp(content).metadata()

/** RGB of one pixel. */
export async function pixelAt(content: Uint8Array, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(content)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}
