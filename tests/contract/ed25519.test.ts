import * as fc from '../support/fast-check'
import { describe, expect, it, vi } from 'vitest'
import { newEd25519Key } from '../../api/features/transparency-log/ed25519'
import { verifyEd25519 } from '../../contract/ed25519'
import { verifyByLibrary } from '../../contract/ed25519-library'

const own = newEd25519Key()
const { publicKey } = own
const other = newEd25519Key()
const message = new TextEncoder().encode('a TrustTag')
const signature = own.sign(message)

/**
 * The order of the curve's group: adding it to the second half of a signature gives another notation of the same one.
 */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

function rewritten(bytes: Uint8Array): Uint8Array {
  const hex = (backwards: Uint8Array): string => Buffer.from(backwards.toReversed()).toString('hex')
  const half = BigInt(`0x${hex(bytes.slice(32))}`) + ORDER
  const again = new Uint8Array(Buffer.from(half.toString(16).padStart(64, '0'), 'hex')).toReversed()
  return new Uint8Array([...bytes.slice(0, 32), ...again])
}

const cases: readonly [string, boolean, Uint8Array, Uint8Array, Uint8Array][] = [
  ['right', true, publicKey, message, signature],
  ['of another text', false, publicKey, new TextEncoder().encode('a TrustTab'), signature],
  ['of another key', false, other.publicKey, message, signature],
  ['one bit off', false, publicKey, message, signature.map((byte, at) => (at === 40 ? byte ^ 1 : byte))],
  ['the same in another writing', false, publicKey, message, rewritten(signature)],
  ['too short', false, publicKey, message, signature.slice(1)],
  ['by a key that is too short', false, publicKey.slice(1), message, signature],
  ['by a key that every signature fits', false, new Uint8Array(32).with(0, 1), message, new Uint8Array(64).with(0, 1)],
  ['by a key that is no point', false, new Uint8Array(32).fill(0xff), message, signature],
]

describe('a signature', () => {
  // Platforms differ on such keys; none is ever published.
  it.each(cases.filter(([name]) => !name.includes('every signature')))(
    'is judged by the platform: %s',
    async (_, is, key, text, signed) => {
      expect(await verifyEd25519(key, text, signed)).toBe(is)
    },
  )

  it.each(cases)('is judged by the library: %s', (_, is, key, text, signed) => {
    expect(verifyByLibrary(key, text, signed)).toBe(is)
  })

  it.each(cases)('is judged where the platform lacks Ed25519: %s', async (_, is, key, text, signed) => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Unrecognized name.', 'NotSupportedError'))
    expect(await verifyEd25519(key, text, signed)).toBe(is)
  })

  it('is judged where there is no such cryptography at all', async () => {
    vi.stubGlobal('crypto', undefined)
    expect(await verifyEd25519(publicKey, message, signature)).toBe(true)
    expect(await verifyEd25519(other.publicKey, message, signature)).toBe(false)
  })

  it('is judged alike by both, whatever it contains', async () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    await fc.assert(
      fc.asyncProperty(bytes(32), fc.uint8Array(), bytes(64), async (key, text, signed) => {
        expect(await verifyEd25519(key, text, signed)).toBe(verifyByLibrary(key, text, signed))
      }),
    )
  })
})
