import { PNG_KEYWORD, PNG_SIGNATURE } from './baking'

/** Our credentials have some kilobytes. */
const TEXT_MAX_BYTES = 1_000_000

/**
 * The text of the credential in a badge image (Open Badges 3.0, baked PNG). The file is untrusted: a length beyond its
 * end, a compressed text or a second credential make it invalid.
 * @param keyword of the chunk with the text
 * @returns the baked text, neither parsed nor checked; null without one
 */
export function unbakePng(file: Uint8Array, keyword: string = PNG_KEYWORD): string | null {
  const [data, ...more] = chunksWith(file, keyword) ?? []
  return data && more.length === 0 ? textOf(data, keyword) : null
}

/** How many credentials an image contains: readers differ in which one of several they use. */
export const countInPng = (file: Uint8Array): number => chunksWith(file, PNG_KEYWORD)?.length ?? 0

/** Null for a broken file. */
function chunksWith(file: Uint8Array, keyword: string): Uint8Array[] | null {
  const found: Uint8Array[] = []
  for (const { type, data } of chunksOf(file)) {
    if (type === null) return null
    if (type === 'iTXt' && keywordOf(data) === keyword) found.push(data)
  }
  return found
}

interface Chunk {
  /** Null: the file is truncated or has a wrong length. Nothing follows. */
  type: string | null
  data: Uint8Array
}

/** The chunks of a PNG up to its end. */
function* chunksOf(file: Uint8Array): Generator<Chunk> {
  const broken: Chunk = { type: null, data: new Uint8Array() }
  if (!PNG_SIGNATURE.every((byte, index) => file[index] === byte)) {
    yield broken
    return
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let at = PNG_SIGNATURE.length; ;) {
    // Length, type and checksum take twelve bytes. The checksum is ignored, because the content is signed.
    const length = at + 12 <= file.length ? view.getUint32(at) : Infinity
    if (at + 12 + length > file.length) {
      yield broken
      return
    }
    const type = asciiOf(file.subarray(at + 4, at + 8))
    if (type === 'IEND') return
    yield { type, data: file.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}

const keywordOf = (data: Uint8Array): string => {
  // A keyword has at most 79 letters.
  const end = data.subarray(0, 80).indexOf(0)
  return end < 0 ? '' : asciiOf(data.subarray(0, end))
}

/** Keyword, 0, compression flag, compression method, language, 0, translated keyword, 0, text. */
function textOf(data: Uint8Array, keyword: string): string | null {
  const flag = keyword.length + 1
  const language = data.indexOf(0, flag + 2)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  if (data[flag] !== 0 || translated < 0) return null
  const text = data.subarray(translated + 1)
  if (text.length > TEXT_MAX_BYTES) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}

const asciiOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
