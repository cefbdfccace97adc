import { crc32 } from 'node:zlib'
import { concatBytes, toUtf8 } from '../../../contract/bytes'
import { PNG_KEYWORD, PNG_SIGNATURE } from '../../../contract/credential/baking'

/** Signature, length, type, the thirteen bytes of IHDR, checksum: every PNG begins with them. */
const HEAD_BYTES = PNG_SIGNATURE.length + 25

/**
 * Puts a credential into a picture as Open Badges 3.0 asks: one `iTXt` chunk, not compressed.
 * @param picture PNG without a credential
 * @param credential JSON, kept as it is
 */
export const bakePng = (picture: Uint8Array, credential: string): Uint8Array =>
  concatBytes(picture.subarray(0, HEAD_BYTES), textChunk(credential), picture.subarray(HEAD_BYTES))

/** Keyword, 0, not compressed (two bytes), no language, 0, no translated keyword, 0, text. */
function textChunk(text: string): Uint8Array {
  const data = concatBytes(toUtf8(PNG_KEYWORD), new Uint8Array(5), toUtf8(text))
  const typed = concatBytes(toUtf8('iTXt'), data)
  return concatBytes(number(data.length), typed, number(crc32(typed)))
}

function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
