import { SVG_ELEMENT, SVG_NAMESPACE, SVG_PROOF_ELEMENT, SVG_PROOF_NAMESPACE } from './baking'

const TEXT_MAX_CHARS = 1_000_000

/**
 * The text of the credential in a badge image (Open Badges 3.0, baked SVG). Found by its namespace, as XML demands, with a reader of tags
 * alone: nothing of an untrusted file is interpreted. A second credential, one in a comment, definitions in a document type or a truncated
 * file make it invalid.
 * @param element name of the element with the text, as we write it
 * @returns the baked text, neither parsed nor checked; null without one
 */
export function unbakeSvg(file: string, element: BakedElement = SVG_ELEMENT): string | null {
  const [only, ...more] = bakedIn(file, element) ?? []
  if (!only || more.length > 0 || only.isForeign) return null
  const text = textOf(only.body.trim())
  return text !== null && text.length <= TEXT_MAX_CHARS ? text : null
}

/** How many credentials an image contains: readers differ in which one of several they use. */
export const countInSvg = (file: string): number => bakedIn(file, SVG_ELEMENT)?.length ?? 0

type BakedElement = typeof SVG_ELEMENT | typeof SVG_PROOF_ELEMENT

const namespaces: Readonly<Record<BakedElement, string>> = {
  [SVG_ELEMENT]: SVG_NAMESPACE,
  [SVG_PROOF_ELEMENT]: SVG_PROOF_NAMESPACE,
}

interface Baked {
  body: string
  /** Our prefix with another namespace. Readers that search for the prefix would use it, so it counts. */
  isForeign: boolean
}

/** Null for a broken file. More than two are not read: two are too many already. */
function bakedIn(file: string, element: BakedElement): Baked[] | null {
  const found: Baked[] = []
  const scope = openScope()
  for (let at = file.indexOf('<'); at >= 0; at = file.indexOf('<', at)) {
    const end = file.startsWith('<!', at) || file.startsWith('<?', at) ? skippedEnd(file, at) : null
    if (end !== null) {
      if (end < 0) return null
      at = end
      continue
    }
    const tag = readTag(file, at)
    if (!tag) return null
    at = tag.end
    if (tag.kind === 'end') {
      if (!scope.close(tag.name)) return null
      continue
    }
    scope.open(tag)
    const namespace = scope.namespaceOf(tag.name)
    if (tag.name === element || (namespace === namespaces[element] && localOf(tag.name) === localOf(element))) {
      const bodyEnd = tag.kind === 'empty' ? at : elementEnd(file, at, tag.name)
      if (bodyEnd < 0) return null
      // Files of before had to have our prefix, with or without its namespace.
      const isForeign = namespace !== undefined && namespace !== namespaces[element]
      found.push({ body: file.slice(at, bodyEnd), isForeign })
      if (found.length === 2) return found
      at = bodyEnd
    }
    if (tag.kind === 'empty') scope.close(tag.name)
  }
  return scope.isClosed() ? found : null
}

const CDATA = { start: '<![CDATA[', end: ']]>' }
const skippable = [{ start: '<!--', end: '-->' }, CDATA, { start: '<?', end: '?>' }]
/** One that only names the kind of document. Another one can define letters, which a reader would have to replace. */
const PLAIN_DOCTYPE = /<!DOCTYPE(?:[^[\]<>"']|"[^"<>]*"|'[^'<>]*'){0,500}>/uy

/** The end of a section without elements; -1 for one that ends nowhere, or that defines something. */
function skippedEnd(file: string, at: number): number {
  const section = skippable.find(({ start }) => file.startsWith(start, at))
  if (section) {
    const end = file.indexOf(section.end, at + section.start.length)
    return end < 0 ? -1 : end + section.end.length
  }
  PLAIN_DOCTYPE.lastIndex = at
  return PLAIN_DOCTYPE.test(file) ? PLAIN_DOCTYPE.lastIndex : -1
}

interface Tag {
  kind: 'start' | 'empty' | 'end'
  name: string
  /** Namespaces by the prefixes that the tag binds; the empty prefix for elements without one. */
  bound: [prefix: string, namespace: string][]
  /** Behind it. */
  end: number
}

// Sticky, and each step continues where the last one ended: a file is read once, however it was made.
const NAME = /<(\/?)([^\s<>/="'&]+)/uy
const ATTRIBUTE = /\s+([^\s<>/="'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy
const TAG_END = /\s*(\/?)>/uy

/** Null for what XML does not allow. */
function readTag(file: string, at: number): Tag | null {
  const start = matchAt(NAME, file, at)
  if (!start) return null
  const bound: Tag['bound'] = []
  let end = at + start[0].length
  for (let next = matchAt(ATTRIBUTE, file, end); next; next = matchAt(ATTRIBUTE, file, end)) {
    const [whole, name = '', double, single] = next
    const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : null
    if (prefix !== null) bound.push([prefix, withoutEntities(double ?? single ?? '').trim()])
    end += whole.length
  }
  const close = matchAt(TAG_END, file, end)
  if (!close) return null
  const kind = start[1] === '/' ? 'end' : close[1] === '/' ? 'empty' : 'start'
  return { kind, name: start[2] ?? '', bound, end: end + close[0].length }
}

function matchAt(pattern: RegExp, file: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(file)
}

/** The open elements, and what their prefixes mean. One list per prefix, so that no file makes it slow. */
function openScope() {
  const open: Pick<Tag, 'name' | 'bound'>[] = []
  const meanings = new Map<string, string[]>()
  return {
    open({ name, bound }: Tag): void {
      open.push({ name, bound })
      for (const [prefix, namespace] of bound) {
        const known = meanings.get(prefix)
        if (known) known.push(namespace)
        else meanings.set(prefix, [namespace])
      }
    },
    /** False if another element is open. */
    close(name: string): boolean {
      const last = open.pop()
      for (const [prefix] of last?.bound ?? []) meanings.get(prefix)?.pop()
      return last?.name === name
    },
    /** Undefined for an unknown prefix. */
    namespaceOf(name: string): string | undefined {
      const colon = name.indexOf(':')
      return meanings.get(name.slice(0, Math.max(0, colon)))?.at(-1)
    },
    isClosed: () => open.length === 0,
  }
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The position of the closing tag, ignoring one inside a text. The caller reads the tag. */
function elementEnd(file: string, at: number, name: string): number {
  const tag = `</${name}`
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
  return body === '' || body.includes('<') ? null : withoutEntities(body)
}

const ENTITY = /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/gu

/** Those that XML has without a document type. */
const withoutEntities = (text: string): string =>
  text.replaceAll(ENTITY, (entity: string, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return letters[name] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity
  })

const letters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
