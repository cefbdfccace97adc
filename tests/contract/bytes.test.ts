import * as fc from '../support/fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes, equalBytes, fromBase64, fromHex, toBase64, toHex } from '../../contract/bytes'

const bytes = fc.uint8Array({ maxLength: 100 })

describe('hexadecimal and base64', () => {
  it('are those of Node, there and back', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        expect(toHex(some)).toBe(Buffer.from(some).toString('hex'))
        expect(toBase64(some)).toBe(Buffer.from(some).toString('base64'))
        expect(fromHex(toHex(some))).toEqual(some)
        expect(fromBase64(toBase64(some))).toEqual(some)
      }),
    )
  })

  it('knows every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    expect(fromHex(Buffer.from(all).toString('hex'))).toEqual(all)
  })

  it.each(['a', 'AB', '0g', '0x', ' 0', '00\n', '٠٠', 'é0'])('%j is no hexadecimal', (text) =>
    expect(fromHex(text)).toBeNull(),
  )

  // No padding, too much padding, non-zero last bits, another alphabet, a line end.
  it.each(['AA', 'AAA', 'AAAA=', 'AB==', 'AA=A', '__8=', 'AAAA\n', ' AAAA'])('%j is no base64', (text) =>
    expect(fromBase64(text)).toBeNull(),
  )

  it('are empty for nothing', () => {
    expect(fromHex('')).toEqual(new Uint8Array(0))
    expect(fromBase64('')).toEqual(new Uint8Array(0))
  })
})

describe('bytes', () => {
  it('are joined in order, and are the same when each is', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const joined = concatBytes(one, other)
        expect(joined).toEqual(Uint8Array.from([...one, ...other]))
        expect(equalBytes(one, other)).toBe(Buffer.compare(one, other) === 0)
        expect(equalBytes(joined, concatBytes(joined))).toBe(true)
      }),
    )
  })
})
