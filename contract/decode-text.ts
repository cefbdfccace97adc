/** By the byte order mark; without one it is UTF-8. */
const marks = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** A file's text without its byte order mark: UTF-8, or UTF-16 as some Windows programs save it. @returns null for another encoding */
export function decodeBytes(bytes: Uint8Array): string | null {
  const marked = marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))
  try {
    return new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
