import { SVG_ELEMENT } from './baking'

const TEXT_MAX_CHARS = 1_000_000

/**
 * The text of the credential in a badge drawing (Open Badges 3.0, baked SVG). It is looked for in the text, without a parser of
 * XML: nothing of a stranger's file is interpreted. A second credential, one in a comment, a document type and what breaks off
 * make it none.
 * @returns JSON as it was baked, not parsed and not checked; null where there is none to be had
 */
export function unbakeSvg(file: string): string | null {
  const found: string[] = []
  for (let at = file.indexOf('<'); at >= 0; at = file.indexOf('<', at)) {
    const skipped = skippable.find(({ start }) => file.startsWith(start, at))
    const isCredential = !skipped && elementStart.test(file.slice(at, at + OPENING.length + 1))
    const end = isCredential ? credentialEnd(file, at) : file.indexOf(skipped?.end ?? '>', at)
    if (end < 0 || file.startsWith('<!DOCTYPE', at) || (isCredential && found.length > 0)) return null
    if (isCredential) found.push(file.slice(file.indexOf('>', at) + 1, end))
    at = end + 1
  }
  const [body] = found
  const text = body === undefined ? null : textOf(body.trim())
  return text !== null && text.length <= TEXT_MAX_CHARS ? text : null
}

const OPENING = `<${SVG_ELEMENT}`
const CLOSING = `</${SVG_ELEMENT}>`
const elementStart = new RegExp(`^${OPENING}[\\s>]`, 'u')

/** What holds no elements, by how it begins and ends. */
const CDATA = { start: '<![CDATA[', end: ']]>' }
const skippable = [{ start: '<!--', end: '-->' }, CDATA, { start: '<?', end: '?>' }]

/** Where the closing tag begins: not the one that a text inside may show. */
function credentialEnd(file: string, at: number): number {
  const cdata = file.indexOf(CDATA.start, at)
  const closing = file.indexOf(CLOSING, at)
  if (cdata < 0 || closing < cdata) return closing
  const end = file.indexOf(CDATA.end, cdata)
  return end < 0 ? -1 : file.indexOf(CLOSING, end)
}

/** As it is baked, or with escaped letters, as other programs save it again. */
function textOf(body: string): string | null {
  if (body.startsWith(CDATA.start) && body.endsWith(CDATA.end)) {
    const text = body.slice(CDATA.start.length, -CDATA.end.length)
    return text.includes(CDATA.end) ? null : text.trim()
  }
  if (body === '' || body.includes('<')) return null
  return body.replaceAll(/&(?:lt|gt|quot|apos|amp|#39|#34);/gu, (entity) => letters[entity] ?? entity)
}

const letters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
  '&#39;': "'",
  '&#34;': '"',
}
