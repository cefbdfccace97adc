import { SVG_ELEMENT } from './baking'

const TEXT_MAX_CHARS = 1_000_000

/**
 * The text of the credential in a badge image (Open Badges 3.0, baked SVG). Found by text search, without an XML
 * parser, so that nothing of an untrusted file is interpreted. A second credential, one in a comment, a document type
 * or a truncated file make it invalid.
 * @param element name of the element with the text
 * @returns the baked text, neither parsed nor checked; null without one
 */
export function unbakeSvg(file: string, element: string = SVG_ELEMENT): string | null {
  const [body, ...more] = bodiesOf(file, element) ?? []
  const text = body === undefined || more.length > 0 ? null : textOf(body.trim())
  return text !== null && text.length <= TEXT_MAX_CHARS ? text : null
}

/** How many credentials an image contains: readers differ in which one of several they use. */
export const countInSvg = (file: string): number => bodiesOf(file, SVG_ELEMENT)?.length ?? 0

/** Null for a broken file. More than two are not read: two are too many already. */
function bodiesOf(file: string, element: string): string[] | null {
  const elementStart = new RegExp(`^<${element}[\\s>]`, 'u')
  const found: string[] = []
  for (let at = file.indexOf('<'); at >= 0 && found.length < 2; at = file.indexOf('<', at)) {
    const skipped = skippable.find(({ start }) => file.startsWith(start, at))
    const isCredential = !skipped && elementStart.test(file.slice(at, at + element.length + 2))
    const end = isCredential ? elementEnd(file, at, `</${element}>`) : file.indexOf(skipped?.end ?? '>', at)
    if (end < 0 || file.startsWith('<!DOCTYPE', at)) return null
    if (isCredential) found.push(file.slice(file.indexOf('>', at) + 1, end))
    at = end + 1
  }
  return found
}

/** Sections without elements, by start and end. */
const CDATA = { start: '<![CDATA[', end: ']]>' }
const skippable = [{ start: '<!--', end: '-->' }, CDATA, { start: '<?', end: '?>' }]

/** The position of the closing tag, ignoring one inside a text. */
function elementEnd(file: string, at: number, tag: string): number {
  const cdata = file.indexOf(CDATA.start, at)
  const closing = file.indexOf(tag, at)
  if (cdata < 0 || closing < cdata) return closing
  const end = file.indexOf(CDATA.end, cdata)
  return end < 0 ? -1 : file.indexOf(tag, end)
}

/** As baked, or with escaped characters, as other programs save it. */
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
