/** How far into a page a browser looks for the encoding that the page names itself. */
const PRESCAN_BYTES = 1024

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * The text of a page as a browser reads it: by its byte order mark, else by what the server said, else by its own
 * `<meta>`, else as UTF-8.
 * @param said the encoding that came with an answer; null if none did
 */
export function decodeHtml(bytes: Uint8Array, said: string | null): string {
  const marked = markOf(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  const decoder = decoderOf(said) ?? decoderOf(namedByPage(bytes)) ?? new TextDecoder()
  // In one go, Node 20 takes windows-1252 for ISO 8859-1.
  return decoder.decode(bytes, { stream: true }) + decoder.decode()
}

/** Whether bytes are no text in any encoding that pages are written in: a picture, say, or an archive. */
export const isBinary = (bytes: Uint8Array): boolean =>
  markOf(bytes) === undefined && bytes.subarray(0, PRESCAN_BYTES).includes(0)

const markOf = (bytes: Uint8Array): string | undefined =>
  marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))?.encoding

function decoderOf(label: string | null): TextDecoder | null {
  try {
    return label === null ? null : new TextDecoder(label)
  } catch {
    // A name that no browser knows either counts as none.
    return null
  }
}

function namedByPage(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES)).replaceAll(/<!--[^]*?-->/g, '')
  for (const [tag] of start.matchAll(/<meta[\s/][^>]*/gi)) {
    const name = /(?<![\w-])charset\s*=\s*["']?\s*([^\s"';>]+)/i.exec(tag)?.[1]
    // A page whose tags can be read byte by byte is not in UTF-16, whatever it says.
    if (name) return /^utf-?16/i.test(name) ? 'utf-8' : name
  }
  return null
}
