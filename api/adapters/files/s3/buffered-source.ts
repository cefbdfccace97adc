import type { ByteSource } from '../byte-source'

const BLOCK_BYTES = 65_536
/** Four megabytes. */
const BLOCKS_MAX = 64

/**
 * A source whose bytes are far away: what looks at a file in steps of a few bytes fetches each block of it once. The oldest
 * block is forgotten first.
 * @param fetchBytes from the first to the last byte named
 */
export function bufferedSource(
  size: number,
  fetchBytes: (first: number, last: number) => Promise<Uint8Array>,
): ByteSource {
  const blocks = new Map<number, Promise<Uint8Array>>()
  const block = (number: number): Promise<Uint8Array> => {
    const kept = blocks.get(number)
    if (kept) return kept
    const [oldest] = blocks.keys()
    if (blocks.size >= BLOCKS_MAX && oldest !== undefined) blocks.delete(oldest)
    const first = number * BLOCK_BYTES
    const fetched = fetchBytes(first, Math.min(size, first + BLOCK_BYTES) - 1)
    blocks.set(number, fetched)
    return fetched
  }
  return {
    size,
    async at(position, length) {
      const end = Math.min(size, position + length)
      if (position >= end) return Buffer.alloc(0)
      if (length > BLOCK_BYTES) return Buffer.from(await fetchBytes(position, end - 1))
      const number = Math.floor(position / BLOCK_BYTES)
      const numbers = Math.floor((end - 1) / BLOCK_BYTES) === number ? [number] : [number, number + 1]
      const bytes = Buffer.concat(await Promise.all(numbers.map(block)))
      const start = position - number * BLOCK_BYTES
      return bytes.subarray(start, start + end - position)
    },
  }
}
