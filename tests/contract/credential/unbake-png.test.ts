import { assert, json, property, uint8Array } from '../../support/fast-check'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { bakePng } from '../../../api/features/tags/files'
import { concatBytes, toUtf8 } from '../../../contract/bytes'
import { unbakePng } from '../../../contract/credential/unbake-png'

let picture: Uint8Array

beforeAll(async () => {
  const canvas = sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b5750' } })
  picture = new Uint8Array(await canvas.png().toBuffer())
})

const HEAD = 33

/** A chunk with a wrong checksum, which is ignored. */
function chunk(type: string, data: Uint8Array, length = data.length): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, length)
  return concatBytes(bytes, toUtf8(type), data, new Uint8Array(4))
}

const withChunks = (...chunks: Uint8Array[]): Uint8Array =>
  concatBytes(picture.subarray(0, HEAD), ...chunks, picture.subarray(HEAD))

const textData = (text: Uint8Array, { keyword = 'openbadgecredential', flag = 0 } = {}): Uint8Array =>
  concatBytes(toUtf8(`${keyword}\0`), new Uint8Array([flag, 0, 0, 0]), text)

describe('a credential in a PNG', () => {
  it('comes out as it went in, whatever it says', () => {
    assert(
      property(json(), (text) => {
        expect(unbakePng(bakePng(picture, text))).toBe(text)
      }),
    )
  })

  it('leaves a picture that every reader of PNG takes, with the same pixels', async () => {
    const baked = bakePng(picture, '{"a":"é"}')
    const pixels = async (file: Uint8Array) => sharp(file, { failOn: 'warning' }).raw().toBuffer()
    expect(await pixels(baked)).toEqual(await pixels(picture))
    const { comments } = await sharp(baked).metadata()
    expect(comments).toContainEqual(expect.objectContaining({ keyword: 'openbadgecredential' }))
  })

  it('is found where another program put it, language and translated keyword included', () => {
    const data = concatBytes(toUtf8('openbadgecredential\0\0\0en\0Ausweis\0'), toUtf8('{"b":2}'))
    const beforeEnd = picture.length - 12
    const file = concatBytes(picture.subarray(0, beforeEnd), chunk('iTXt', data), picture.subarray(beforeEnd))
    expect(unbakePng(file)).toBe('{"b":2}')
  })

  it('is read from the middle of a larger buffer', () => {
    const baked = bakePng(picture, '{"c":3}')
    const around = concatBytes(new Uint8Array(7), baked, new Uint8Array(7))
    expect(unbakePng(around.subarray(7, 7 + baked.length))).toBe('{"c":3}')
  })
})

describe('what holds no credential', () => {
  it.each<[string, () => Uint8Array]>([
    ['a picture as cameras make them', () => picture],
    ['nothing at all', () => new Uint8Array()],
    ['another kind of file', () => toUtf8('{"type":["VerifiableCredential"]}')],
    ['two credentials', () => bakePng(bakePng(picture, '{}'), '{}')],
    ['a badge of Open Badges 2', () => withChunks(chunk('iTXt', textData(toUtf8('{}'), { keyword: 'openbadges' })))],
    ['a compressed one', () => withChunks(chunk('iTXt', textData(deflateSync('{}'), { flag: 1 })))],
    ['text that is no UTF-8', () => withChunks(chunk('iTXt', textData(new Uint8Array([0x22, 0xff, 0x22]))))],
    ['a chunk without its end marks', () => withChunks(chunk('iTXt', toUtf8('openbadgecredential\0\0\0en')))],
    ['a text without bounds', () => withChunks(chunk('iTXt', textData(new Uint8Array(1_000_001).fill(32))))],
    ['a length beyond the end', () => withChunks(chunk('iTXt', textData(toUtf8('{}')), 0xffff_ffff))],
    ['a credential behind a chunk that lies', () => withChunks(chunk('tEXt', toUtf8('x'), 2 ** 31), picture)],
    ['a credential behind the end of the picture', () => concatBytes(picture, chunk('iTXt', textData(toUtf8('{}'))))],
  ])('%s', (_, file) => {
    expect(unbakePng(file())).toBeNull()
  })

  it('a file that breaks off, wherever it does', () => {
    const baked = bakePng(picture, '{"d":4}')
    for (let length = 0; length < baked.length; length += 1) expect(unbakePng(baked.subarray(0, length))).toBeNull()
  })

  it('noise: it never throws', () => {
    assert(
      property(uint8Array({ maxLength: 400 }), (noise) => {
        expect(unbakePng(concatBytes(picture.subarray(0, HEAD), noise))).toBeNull()
      }),
    )
  })
})
