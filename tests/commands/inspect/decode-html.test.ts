import { expect, test } from 'vitest'
import { decodeHtml, isBinary } from '../../../commands/inspect/decode-html'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

test.each([
  ['UTF-8 by default', bytes([0xc3, 0xa4]), null, 'ä'],
  ['the byte order mark, which goes', bytes([0xef, 0xbb, 0xbf], '<p>'), 'iso-8859-1', '<p>'],
  ['a mark of UTF-16', bytes([0xff, 0xfe], [0xe4, 0]), null, 'ä'],
  ['the other mark of UTF-16', bytes([0xfe, 0xff], [0, 0xe4]), null, 'ä'],
  [
    'what the server says, before what the page says',
    bytes('<meta charset="utf-8">\xe4'),
    'iso-8859-1',
    '<meta charset="utf-8">ä',
  ],
  ['the page’s own meta', bytes("<meta charset='windows-1252'>\x80"), null, "<meta charset='windows-1252'>€"],
  [
    'its older form',
    bytes('<META http-equiv=x content="text/html; charset=koi8-r">\xc1'),
    null,
    '<META http-equiv=x content="text/html; charset=koi8-r">а',
  ],
  ['no meta in a comment', bytes('<!--<meta charset=latin1>-->', [0xc3, 0xa4]), null, '<!--<meta charset=latin1>-->ä'],
  [
    'no encoding that there is not',
    bytes('<meta charset="x-none">', [0xc3, 0xa4]),
    'nonsense',
    '<meta charset="x-none">ä',
  ],
  [
    'no UTF-16 of which a meta could be read',
    bytes('<meta charset="utf-16">', [0xc3, 0xa4]),
    null,
    '<meta charset="utf-16">ä',
  ],
])('a page is read by %s', (_, page, said, text) => expect(decodeHtml(page, said)).toBe(text))

test('binary data is detected by an early zero byte', () => {
  expect(isBinary(bytes('GIF89a', [0]))).toBe(true)
  expect(isBinary(bytes([0xff, 0xfe], [0x3c, 0]))).toBe(false)
  expect(isBinary(bytes(''))).toBe(false)
})
