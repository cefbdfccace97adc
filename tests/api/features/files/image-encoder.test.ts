import sharp from 'sharp'
import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createImageEncoder } from '../../../../api/features/files/images'
import { longWebp } from '../../../bench/hostile/upload-payloads'
import { metadataOf, sampleImage, pixelAt } from '../../../support/sample-images'

const images = createImageEncoder()
const encodeSquare = (content: Uint8Array) => images.encodeSquare(content)
const isRed = ([red = 0, , blue = 0]: number[]) => red > 200 && blue < 60
const isBlue = ([red = 0, , blue = 0]: number[]) => blue > 200 && red < 60

describe('an uploaded picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'in %s becomes a square WebP of its middle',
    async (format) => {
      const square = await encodeSquare(await sampleImage(format, 1_200, 800))
      expect(await metadataOf(square)).toMatchObject({ format: 'webp', width: 512, height: 512 })
      expect(isRed(await pixelAt(square, 5, 256))).toBe(true)
      expect(isBlue(await pixelAt(square, 506, 256))).toBe(true)
    },
  )

  it('is not blown up', async () => {
    expect(await metadataOf(await encodeSquare(await sampleImage('png', 60, 40)))).toMatchObject({
      width: 40,
      height: 40,
    })
    expect(await metadataOf(await encodeSquare(await sampleImage('png', 1, 700)))).toMatchObject({
      width: 1,
      height: 1,
    })
  })

  it('stands upright, and loses where and with what it was taken', async () => {
    const taken = await sharp(await sampleImage('jpeg', 80, 80))
      .withExif({ IFD0: { Copyright: 'Ann', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ann</x:xmpmeta>')
      .toBuffer()
    expect(await metadataOf(taken)).toMatchObject({ orientation: 6 })
    const square = await encodeSquare(taken)
    // A quarter turn to the right: the left side is now on top.
    expect(isRed(await pixelAt(square, 40, 5))).toBe(true)
    expect(isBlue(await pixelAt(square, 40, 75))).toBe(true)
    const { exif, xmp, icc, iptc, orientation } = await metadataOf(square)
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({})
    expect(Buffer.from(square).includes('Ann')).toBe(false)
  })

  it('shows its first frame when it moves', async () => {
    const frames = [
      await sampleImage('png', 20, 20),
      await sharp(await sampleImage('png', 20, 20))
        .negate()
        .png()
        .toBuffer(),
    ]
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect(await metadataOf(gif)).toMatchObject({ pages: 2 })
    const square = await encodeSquare(gif)
    expect((await metadataOf(square)).pages ?? 1).toBe(1)
    expect(isRed(await pixelAt(square, 2, 10))).toBe(true)
  })

  it('keeps what is transparent', async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    expect(await metadataOf(await encodeSquare(clear))).toMatchObject({ hasAlpha: true })
  })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const png = await sampleImage('png')
const large = { create: { width: 13_000, height: 1_000, channels: 3 as const, background: '#f00' } }

describe('what is refused as no picture', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['text', () => Buffer.from('hello')],
    ['nothing', () => new Uint8Array()],
    ['SVG', () => Buffer.from(svg)],
    ['SVG with an XML declaration', () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['HTML that begins like a GIF', () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['TIFF', () => sharp(png).tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
    ['half a PNG', () => png.subarray(0, png.length / 2)],
    ['half a JPEG', async () => (await sampleImage('jpeg', 400, 400)).subarray(0, 900)],
    ['a WebP of 80,000 frames', () => longWebp(80_000)],
    ['a PNG head before an SVG', () => Buffer.concat([png.subarray(0, 40), Buffer.from(svg)])],
  ])('%s', async (_, content) => {
    await expect(encodeSquare(await content())).rejects.toMatchObject({ code: 'invalid-file-type' })
  })

  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['a PNG of 30,000 by 30,000 pixels', () => bomb(30_000, 30_000)],
    ['a PNG of 2,147,483,647 pixels in a row', () => bomb(2_147_483_647, 1)],
    ['an AVIF of 13 million pixels', () => sharp(large).avif({ effort: 0 }).toBuffer()],
  ])('%s, before a pixel is decoded', async (_, content) => {
    const reason = await encodeSquare(await content()).catch((error: Error) => error.cause)
    expect(String(reason)).toMatch(/exceeds pixel limit|corrupt header/u)
  })
})

/** A tiny PNG that claims to be huge. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(4_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('many pictures at once', () => {
  it('run one by one; callers past the queue must retry', async () => {
    const busy = createImageEncoder()
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => busy.encodeSquare(png)))
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(40 - 17)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'server-busy', retryAfterSeconds: 3 })
  })
})
