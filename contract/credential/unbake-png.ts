import { PNG_KEYWORD, PNG_SIGNATURE } from './baking'

/** A credential of ours takes some kilobytes; more than this is no credential. */
const TEXT_MAX_BYTES = 1_000_000

/**
 * The text of the credential in a badge picture (Open Badges 3.0, baked PNG). Anybody may have made the file: a length that
 * goes past its end, a compressed text and a second credential all make it none.
 * @returns JSON as it was baked, not parsed and not checked; null where there is none to be had
 */
export function unbakePng(file: Uint8Array): string | null {
  const found: Uint8Array[] = []
  for (const { type, data } of chunksOf(file)) {
    if (type === null) return null
    if (type === 'iTXt' && keywordOf(data) === PNG_KEYWORD) found.push(data)
  }
  const [data] = found
  return data && found.length === 1 ? textOf(data) : null
}

interface Chunk {
  /** Null: the file breaks off or lies about a length; nothing follows. */
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
    // Length, type and checksum take twelve bytes. What is signed needs no checksum to be found out.
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

/** Keyword, 0, is it compressed, how, language, 0, keyword translated, 0, text. */
function textOf(data: Uint8Array): string | null {
  const flag = PNG_KEYWORD.length + 1
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
