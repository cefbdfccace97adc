const PIECE_BYTES = 65_536

/**
 * What a file is known again by: a number made of its beginning, middle and end. It tells files of one name and size apart, on
 * any device; it keeps no secret.
 * @returns hexadecimal; null when the device does not hand out the file
 */
export async function fingerprintOf(file: Blob): Promise<string | null> {
  const starts = [0, Math.floor((file.size - PIECE_BYTES) / 2), file.size - PIECE_BYTES]
  try {
    const pieces = await Promise.all(
      starts.map((at) => file.slice(Math.max(0, at), Math.max(0, at) + PIECE_BYTES).arrayBuffer()),
    )
    return pieces.map((piece) => hashOf(new Uint8Array(piece))).join('')
  } catch {
    return null
  }
}

/** FNV-1a, 32 bits. */
function hashOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
