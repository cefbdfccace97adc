/** Browsers look for an encoding in the first 1,024 bytes. */
const PRESCAN_BYTES = 1024

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * Decodes as a browser does: byte order mark, else the server's charset, else `<meta>`, else UTF-8.
 * @param charset charset of the response, if any
 */
export function decodeHtml(bytes: Uint8Array, charset: string | null): string {
  const marked = markOf(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  const decoder = decoderOf(charset) ?? decoderOf(namedByPage(bytes)) ?? new TextDecoder()
  // Streaming avoids a bug: in one call, Node 20 decodes ISO 8859-1 wrongly as windows-1252.
  return decoder.decode(bytes, { stream: true }) + decoder.decode()
}

/** Such as an image or archive, in none of the encodings of pages. */
export const isBinary = (bytes: Uint8Array): boolean =>
  markOf(bytes) === undefined && bytes.subarray(0, PRESCAN_BYTES).includes(0)

const markOf = (bytes: Uint8Array): string | undefined =>
  marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))?.encoding

function decoderOf(label: string | null): TextDecoder | null {
  try {
    return label === null ? null : new TextDecoder(label)
  } catch {
    // Browsers ignore unknown names.
    return null
  }
}

function namedByPage(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES)).replaceAll(/<!--[^]*?-->/g, '')
  for (const [tag] of start.matchAll(/<meta[\s/][^>]*/gi)) {
    const name = /(?<![\w-])charset\s*=\s*["']?\s*([^\s"';>]+)/i.exec(tag)?.[1]
    // Tags that can be read byte by byte are not UTF-16, whatever the page declares.
    if (name) return /^utf-?16/i.test(name) ? 'utf-8' : name
  }
  return null
}
