const ENTRY_BYTES = 16
const HEAD_BYTES = 12
const TRUE_TYPE = 0x00010000

/**
 * A font file of its tables. Check sums stay 0: nothing that draws asks for them.
 * @param {ReadonlyMap<string, Buffer>} tables
 * @returns {Buffer}
 */
export function joinTables(tables) {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const power = Math.floor(Math.log2(sorted.length))
  const head = Buffer.alloc(HEAD_BYTES + ENTRY_BYTES * sorted.length)
  head.writeUInt32BE(TRUE_TYPE, 0)
  head.writeUInt16BE(sorted.length, 4)
  head.writeUInt16BE(2 ** power * ENTRY_BYTES, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((sorted.length - 2 ** power) * ENTRY_BYTES, 10)
  let offset = head.length
  const bodies = sorted.map(([tag, body], index) => {
    const at = HEAD_BYTES + index * ENTRY_BYTES
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(body.length, at + 12)
    const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
    offset += padded.length
    return padded
  })
  return Buffer.concat([head, ...bodies])
}
