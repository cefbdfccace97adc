/** Conversion between bytes and text, small enough for a browser and the same on a server. */
import { base64 } from '@scure/base'

const encoder = new TextEncoder()

export const toUtf8 = (text: string): Uint8Array => encoder.encode(text)

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

/** Base64 (RFC 4648) with padding. */
export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes)

/** Null unless it is canonical base64. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const bytes = base64.decode(text)
    return base64.encode(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

/** Lowercase. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Null unless it is lowercase hexadecimal. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/u.test(text)) return null
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = digitOf(text.charCodeAt(at * 2)) * 16 + digitOf(text.charCodeAt(at * 2 + 1))
  return bytes
}

/** @param code character code of `0` to `9` or `a` to `f` */
const digitOf = (code: number): number => (code < 58 ? code - 48 : code - 87)
