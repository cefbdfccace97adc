import { describe, expect, it } from 'vitest'
import type { ByteSource } from '../../../../api/features/files/storage'
import { detectType, videoTypeOf } from '../../../../api/features/files/detect-type'
import { ApiError } from '../../../../api/lib/errors'
import { box, ebml, emptyMp4, film, mp4, quicktime, u32, webm } from '../../../support/sample-files'

interface Watched extends ByteSource {
  bytes: number
  reads: number
}

/** @param size larger than the content: virtual zeros follow */
const sourceOf = (content: Buffer, size = content.length): Watched => ({
  size,
  bytes: 0,
  reads: 0,
  async at(position, length) {
    const wanted = Math.max(0, Math.min(length, size - position))
    this.bytes += wanted
    this.reads += 1
    const found = Buffer.alloc(wanted)
    content.subarray(position, position + wanted).copy(found)
    return found
  },
})

/** Offset of the first box of this type. */
const placeOf = (content: Buffer, type: string) => content.indexOf(type, 0, 'latin1') - 4

/** Replaces the content of a box and adjusts the sizes of the boxes around it. */
function withBox(type: string, content: Buffer): Buffer {
  const whole = film('card.mp4')
  const at = placeOf(whole, type)
  const oldSize = whole.readUInt32BE(at)
  const made = box(type, content)
  for (const around of ['moov', 'trak', 'mdia', 'minf', 'stbl']) {
    const place = placeOf(whole, around)
    whole.writeUInt32BE(whole.readUInt32BE(place) + made.length - oldSize, place)
  }
  return Buffer.concat([whole.subarray(0, at), made, whole.subarray(at + oldSize)])
}

describe('a film', () => {
  it.each([
    ['card.mp4', 'video/mp4'],
    ['card.mov', 'video/quicktime'],
    ['card.webm', 'video/webm'],
    ['fragmented.mp4', 'video/mp4'],
    ['live.webm', 'video/webm'],
  ])('%s is known by its tracks', async (name, type) => {
    expect(await videoTypeOf(sourceOf(film(name)))).toBe(type)
    expect(await detectType(sourceOf(film(name)))).toBe(type)
  })

  it('of 200 MB is looked at where its tables are', async () => {
    for (const content of [mp4(200_000), quicktime(200_000), webm(200_000)]) {
      const source = sourceOf(content)
      expect(await videoTypeOf(source)).not.toBeNull()
      expect(source.bytes).toBeLessThan(3_000_000)
    }
    // Tables at the end, after 200 MB, as cameras write them.
    const card = film('card.mp4')
    const moov = placeOf(card, 'moov')
    const free = Buffer.concat([u32(200_000_000 - card.length), Buffer.from('free', 'latin1')])
    const source: Watched = {
      ...sourceOf(Buffer.alloc(0), 200_000_000),
      async at(position, length) {
        this.bytes += length
        const found = Buffer.alloc(Math.min(length, this.size - position))
        const put = (content: Buffer, at: number) => {
          const from = Math.max(position, at)
          const to = Math.min(position + found.length, at + content.length)
          if (from < to) content.copy(found, from - position, from - at, to - at)
        }
        put(card.subarray(0, moov), 0)
        put(free, moov)
        put(card.subarray(moov), 200_000_000 - (card.length - moov))
        return found
      },
    }
    expect(await videoTypeOf(source)).toBe('video/mp4')
    expect(source.bytes).toBeLessThan(3_000_000)
  })
})

const hostile: readonly (readonly [string, () => Watched])[] = [
  ['the head of an MP4 and zeros', () => sourceOf(emptyMp4(), 200_000_000)],
  ['the head of a WebM and zeros', () => sourceOf(ebml('webm'), 200_000_000)],
  ['sound alone', () => sourceOf(film('sound.mp4'))],
  ['sound alone in WebM', () => sourceOf(film('sound.webm'))],
  ['a film without its tables', () => sourceOf(film('card.mp4').subarray(0, placeOf(film('card.mp4'), 'moov')))],
  ['tables that end in the middle', () => sourceOf(film('card.mp4').subarray(0, -200))],
  [
    'tables without pictures',
    () => {
      const content = film('card.mp4')
      const mdat = placeOf(content, 'mdat')
      content.fill(0, mdat + 8, mdat + content.readUInt32BE(mdat))
      return sourceOf(content)
    },
  ],
  [
    'a box of 2^63 bytes',
    () =>
      sourceOf(
        Buffer.concat([emptyMp4(24), u32(1), Buffer.from('moov', 'latin1'), u32(0x80000000, 0), Buffer.alloc(4_000)]),
      ),
  ],
  ['tables of 24 MB', () => sourceOf(withBox('stts', Buffer.concat([u32(0, 3_000_000), Buffer.alloc(24_000_000, 1)])))],
  ['four billion pictures of one size', () => sourceOf(withBox('stsz', u32(0, 1, 0xffffffff)))],
  [
    'boxes in boxes, ten thousand deep',
    () => {
      const deep = 10_000
      const inner = Buffer.concat(
        Array.from({ length: deep }, (_, depth) =>
          Buffer.concat([u32(8 * (deep - depth)), Buffer.from('trak', 'latin1')]),
        ),
      )
      return sourceOf(Buffer.concat([emptyMp4(24), box('moov', inner)]))
    },
  ],
  [
    'a million boxes',
    () => {
      const many = Buffer.alloc(8_000_000, box('trak', Buffer.alloc(0)))
      return sourceOf(Buffer.concat([emptyMp4(24), box('moov', many)]))
    },
  ],
  [
    'elements in elements without an end',
    () => {
      // Nested Segments of unknown length.
      const segment = Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
      return sourceOf(Buffer.concat([ebml('webm', 16), ...Array.from({ length: 100_000 }, () => segment)]))
    },
  ],
  [
    'tracks in tracks without an end',
    () => {
      const head = ebml('webm', 16)
      const segment = Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
      const tracks = Buffer.from([0x16, 0x54, 0xae, 0x6b, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
      return sourceOf(Buffer.concat([head, segment, ...Array.from({ length: 100_000 }, () => tracks)]))
    },
  ],
  [
    'a picture of no size',
    () => {
      const content = film('card.mp4')
      const tkhd = placeOf(content, 'tkhd')
      content.fill(0, tkhd + 8 + 76, tkhd + 8 + 84)
      const entry = content.indexOf('mp4v', 0, 'latin1')
      content.fill(0, entry + 4 + 24, entry + 4 + 28)
      return sourceOf(content)
    },
  ],
]

describe('no film', () => {
  it.each(hostile)('%s is refused, within its bounds', async (_what, make) => {
    const source = make()
    expect(await videoTypeOf(source)).toBeNull()
    expect(source.bytes).toBeLessThan(48_000_000)
  })

  it('a table that counts four billion pictures costs nothing', async () => {
    const source = sourceOf(withBox('stts', u32(0, 1, 0xffffffff, 1)))
    expect(await videoTypeOf(source, { parseMaxMs: 3_000, allMaxMs: 20_000 })).toBe('video/mp4')
    expect(source.bytes).toBeLessThan(2_000)
  })

  it('a slow parser is ended', async () => {
    const rows = Buffer.concat([u32(0, 1_800_000), Buffer.alloc(14_400_000, 1)])
    expect(await videoTypeOf(sourceOf(withBox('stts', rows)), { parseMaxMs: 150, allMaxMs: 20_000 })).toBeNull()
  })

  it('a storage that fails is no fault of the file', async () => {
    const source = {
      ...sourceOf(film('card.mp4')),
      at: async () => Promise.reject(new ApiError('service-unavailable')),
    }
    await expect(videoTypeOf(source)).rejects.toMatchObject({ code: 'service-unavailable' })
  })

  it('a storage that never answers is not waited for without end', async () => {
    const source = { ...sourceOf(film('card.mp4')), at: () => new Promise<never>(() => {}) }
    await expect(videoTypeOf(source, { parseMaxMs: 100_000, allMaxMs: 300 })).rejects.toMatchObject({
      code: 'service-unavailable',
    })
  })
})
