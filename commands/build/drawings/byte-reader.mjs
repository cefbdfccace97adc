/** @typedef {ReturnType<typeof createReader>} ByteReader */

/**
 * Reads numbers one after the other, in the encodings of WOFF2.
 * @param {Buffer} bytes
 */
export function createReader(bytes) {
  let at = 0
  const uint8 = () => bytes.readUInt8(at++)
  const uint16 = () => uint8() * 256 + uint8()
  return {
    position: () => at,
    uint8,
    uint16,
    int16: () => (uint16() << 16) >> 16,
    uint32: () => uint16() * 65_536 + uint16(),
    /** @param {number} count */
    bytes(count) {
      if (at + count > bytes.length) throw new RangeError('The font ends too early.')
      return bytes.subarray(at, (at += count))
    },
    /** A number of one to three bytes: most counts in a font are small. */
    short() {
      const first = uint8()
      if (first === 253) return uint16()
      if (first === 254) return uint8() + 506
      return first === 255 ? uint8() + 253 : first
    },
    /** Seven bits a byte, the highest bit says that more follow. */
    base128() {
      let value = 0
      for (;;) {
        const byte = uint8()
        value = value * 128 + (byte & 127)
        if (byte < 128) return value
      }
    },
  }
}
