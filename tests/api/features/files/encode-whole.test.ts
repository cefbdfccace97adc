import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createImageEncoder } from '../../../../api/features/files/images'
import { longGif } from '../../../bench/hostile/payloads'
import { longWebp } from '../../../bench/hostile/upload-payloads'
import { metadataOf, sampleImage, pixelAt } from '../../../support/sample-images'

const images = createImageEncoder()
const encode = (content: Uint8Array) => images.encodeWhole(async () => content)

async function moving(frames: number, side = 20): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_, index) =>
    sharp({ create: { width: side, height: side, channels: 3, background: { r: 0, g: 0, b: index % 2 ? 255 : 0 } } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .gif({ delay: Array.from({ length: frames }, () => 120) })
    .toBuffer()
}

describe('a picture of work', () => {
  it('is kept whole, in its shape', async () => {
    const { content, type } = await encode(await sampleImage('png', 300, 100))
    expect(type).toBe('image/webp')
    expect(await metadataOf(content)).toMatchObject({ format: 'webp', width: 300, height: 100 })
    const [red = 0] = await pixelAt(content, 10, 50)
    const [, , blue = 0] = await pixelAt(content, 290, 50)
    expect([red > 200, blue > 200]).toEqual([true, true])
  })

  it('has no side above 4,096 pixels', async () => {
    expect(await metadataOf((await encode(await sampleImage('jpeg', 6_000, 3_000))).content)).toMatchObject({
      width: 4_096,
      height: 2_048,
    })
  })

  it('keeps an animation animated, at the same speed', async () => {
    const { content } = await encode(await moving(3))
    expect(await metadataOf(content)).toMatchObject({ format: 'webp', pages: 3, width: 20, delay: [120, 120, 120] })
  })

  it.each([
    ['one large picture', () => sampleImage('png', 5_100, 5_000)],
    ['many frames', () => moving(13, 1_000)],
    ['1,251 frames of one pixel in a GIF', () => longGif(1_251)],
    ['2,501 frames of one pixel in a WebP', () => longWebp(2_501)],
    ['120,000 frames of one pixel in a WebP', () => longWebp(120_000)],
  ])('%s of too many pixels is refused', async (_, make) => {
    await expect(encode(await make())).rejects.toMatchObject({ code: 'too-many-pixels', status: 413 })
  })

  it('of small frames is kept up to the limit', async () => {
    for (const content of [longGif(1_250), await longWebp(2_500)])
      expect((await encode(content)).type).toBe('image/webp')
  })

  it('that is a WebP of false sizes of chunks ends with its bytes', async () => {
    const content = await longWebp(3)
    content.writeUInt32LE(0xffffffff, content.indexOf('ANIM', 0, 'latin1') + 4)
    await expect(encode(content)).rejects.toMatchObject({ code: 'unsupported-file-type' })
  })

  it.each([
    ['a drawing of vectors', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused', async (_, content) => {
    await expect(encode(content)).rejects.toMatchObject({ code: 'unsupported-file-type', status: 400 })
  })

  it('is refused when truncated', async () => {
    const whole = await sampleImage('png', 300, 300)
    await expect(encode(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'unsupported-file-type' })
  })

  it('is read when its turn has come, not before', async () => {
    let reading = 0
    let most = 0
    const content = await sampleImage('png')
    const read = async () => {
      reading += 1
      most = Math.max(most, reading)
      return content
    }
    await Promise.all(Array.from({ length: 8 }, () => images.encodeWhole(read).finally(() => (reading -= 1))))
    expect(most).toBe(1)
  })

  it('that cannot be read back is the service’s fault', async () => {
    const failing = images.encodeWhole(() => Promise.reject(new Error('The disk does not answer.')))
    await expect(failing).rejects.toThrow('The disk does not answer.')
  })
})
