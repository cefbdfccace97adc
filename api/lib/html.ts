import type { Element, Nodes, Properties, Root } from 'hast'
import type { Schema } from 'hast-util-sanitize'
import type * as Parse5 from 'parse5'
import type { ContentNode } from '../../contract/entities'
import { CONTENT_MAX_DEPTH, CONTENT_MAX_NODES, REMOVED_HTML_MAX } from '../../contract/limits'
import { yieldToEventLoop } from './concurrency'

const words = (list: string): string[] => list.split(' ')

const tableParts = words('caption col colgroup tbody td tfoot th thead tr')
const media = words('src controls loop muted preload')

/** Hosted HTML allows text, tables, images, video, links and inert buttons: no code, no styles, and no field for a password. */
export const htmlSchema: Schema = {
  tagNames: [
    ...words('article aside div footer header hgroup main nav section span address blockquote br details figcaption'),
    ...words(
      'figure hr p pre summary h1 h2 h3 h4 h5 h6 dd dl dt li ol ul a abbr b bdi bdo button cite code data del dfn',
    ),
    ...words('em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var wbr table audio img source video'),
    ...tableParts,
  ],
  attributes: {
    // No ids or names: scripts of the page could find these elements by them (DOM clobbering). `keepOwnData` keeps the widget's `data-`
    // attributes.
    '*': words('className title lang dir hidden role ariaLabel ariaHidden ariaCurrent data*'),
    a: [...words('href hrefLang rel download'), ['target', '_blank', '_self']],
    audio: media,
    blockquote: ['cite'],
    col: ['span'],
    colgroup: ['span'],
    data: ['value'],
    del: ['cite', 'dateTime'],
    details: ['open'],
    img: words('src alt width height loading decoding'),
    ins: ['cite', 'dateTime'],
    li: ['value'],
    ol: words('start reversed type'),
    q: ['cite'],
    source: ['src', 'type'],
    td: ['colSpan', 'rowSpan'],
    th: ['colSpan', 'rowSpan', 'scope'],
    time: ['dateTime'],
    video: [...media, ...words('poster width height playsInline')],
  },
  // A browser drops these outside a table, so text and tree would differ.
  ancestors: Object.fromEntries(tableParts.map((tag) => [tag, ['table']])),
  required: { button: { type: 'button' } },
  protocols: {
    href: words('http https mailto tel'),
    src: ['http', 'https'],
    poster: ['http', 'https'],
    cite: ['http', 'https'],
  },
  // Removed with their content; other disallowed elements leave theirs.
  strip: [
    ...words(
      'script style template title iframe object embed applet noembed noframes noscript svg math select datalist',
    ),
    ...words('textarea canvas xmp plaintext frameset'),
  ],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
}

export interface HostedHtml {
  /**
   * The sanitized content, as text and as a tree.
   * @param content of an app
   * @throws UnusableHtmlError when it was stored without the check at import
   */
  toSafeHtml(content: { content: string }): Promise<SafeHtml>
}

/** Sanitizes each content once, also for concurrent callers. The cache entry lives as long as the content. */
export function createHostedHtml(): HostedHtml {
  const known = new WeakMap<object, Promise<SafeHtml>>()
  return {
    toSafeHtml(content) {
      const safe = known.get(content) ?? sanitizeHtml(content.content)
      known.set(content, safe)
      return safe
    },
  }
}

export interface SafeHtml {
  content: string
  nodes: ContentNode[]
}

/**
 * Stored with every result; older results are sanitized again before they are sent. Raise it with each change of what is allowed:
 * this folder, a schema, or the packages that parse and print HTML.
 */
export const SANITIZER_VERSION = 1

export interface SanitizerOptions {
  schema?: Schema
  limits?: HtmlLimits
  /** Sanitized markup can parse differently the second time (mutation XSS). Real content settles within a few rounds. */
  roundsMax?: number
}

/** Smaller HTML, such as comments, is sanitized without yielding: a transaction may be waiting. */
const YIELD_FROM_CHARS = 20_000

const HOSTED_LIMITS: HtmlLimits = { nodes: CONTENT_MAX_NODES, depth: CONTENT_MAX_DEPTH }

/**
 * Removes everything active: scripts, handlers, styles, forms, frames, and URLs other than links. The returned text parses into exactly the
 * returned tree. The parser is loaded at the first call. @throws UnusableHtmlError when it is too large, unreadable, or does not settle
 */
export async function sanitizeHtml(
  html: string,
  { schema = htmlSchema, limits = HOSTED_LIMITS, roundsMax = 8 }: SanitizerOptions = {},
): Promise<SafeHtml> {
  const [parser, { fromHtml }, { sanitize }, { toHtml }] = await Promise.all([
    import('parse5'),
    import('hast-util-from-html'),
    import('hast-util-sanitize'),
    import('hast-util-to-html'),
  ])
  // Names such as `template#a` break the library.
  const read = (text: string): Root => {
    try {
      return fromHtml(text, { fragment: true })
    } catch (cause) {
      throw new UnusableHtmlError('has an element with an invalid name', { cause })
    }
  }
  /** Large HTML can take a second in total, so other requests run between passes. */
  const yieldToOthers = async (): Promise<void> => (html.length > YIELD_FROM_CHARS ? yieldToEventLoop() : undefined)
  let content = html
  for (let round = 0; round < roundsMax; round += 1) {
    measureHtml(parser, content, limits)
    await yieldToOthers()
    const whole = keepOwnData(read(content))
    await yieldToOthers()
    const tree = asRoot(sanitize(whole, schema))
    await yieldToOthers()
    const written = toHtml(tree)
    if (written === content) return { content, nodes: toContentNodes(tree.children) }
    content = written
  }
  throw new UnusableHtmlError('has nesting that browsers change')
}

/** The sanitizer returns a single element without its root. */
function asRoot(tree: Nodes): Root {
  if (tree.type === 'root') return tree
  return { type: 'root', children: [tree] }
}

/** Except `data-ms-bind:style`, which is a style. */
const OWN_DATA = /^dataMs(?!Bind:style$)[A-Z-][\w.:-]*$/u

/** Removes other `data-` attributes: scripts of the page may run them as code. */
function keepOwnData(tree: Root): Root {
  const open: Nodes[] = [tree]
  for (let node = open.pop(); node; node = open.pop()) {
    if ('children' in node) open.push(...node.children)
    if (node.type !== 'element') continue
    for (const name of Object.keys(node.properties)) {
      if (/^data./u.test(name) && !OWN_DATA.test(name)) delete node.properties[name]
    }
  }
  return tree
}

export interface HtmlLimits {
  nodes: number
  depth: number
}

/** The root element that the parser adds to a fragment. */
const FRAME = 1

/**
 * Parses HTML to measure it and stops at the limits: a short text can produce a huge tree. Afterwards recursion over it is safe.
 * @param parser passed in, because it is loaded only where HTML is served
 * @throws UnusableHtmlError above the limits
 */
function measureHtml({ parseFragment, defaultTreeAdapter }: typeof Parse5, html: string, limits: HtmlLimits): void {
  let nodes = 0
  let depth = 0
  const count = (): void => {
    nodes += 1
    if (nodes > limits.nodes) {
      throw new UnusableHtmlError(`has more than ${limits.nodes} elements and texts`, { exceedsLimit: true })
    }
  }
  parseFragment(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...element) => {
        count()
        return defaultTreeAdapter.createElement(...element)
      },
      insertText: (parent, text) => {
        // The parser emits text in parts; adjacent parts are one text.
        const last = parent.childNodes.at(-1)
        if (!last || !defaultTreeAdapter.isTextNode(last)) count()
        defaultTreeAdapter.insertText(parent, text)
      },
      insertTextBefore: (...text) => {
        count()
        defaultTreeAdapter.insertTextBefore(...text)
      },
      onItemPush: () => {
        depth += 1
        if (depth > limits.depth + FRAME) {
          throw new UnusableHtmlError(`has more than ${limits.depth} nested elements`, {
            exceedsLimit: true,
          })
        }
      },
      onItemPop: () => {
        depth -= 1
      },
    },
  })
}

/** Merges adjacent texts, as a browser's parser does. */
function toContentNodes(children: readonly Nodes[]): ContentNode[] {
  const nodes: ContentNode[] = []
  for (const child of children) {
    const node = toContentNode(child)
    const last = nodes.at(-1)
    if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node
    else if (node !== null && node !== '') nodes.push(node)
  }
  return nodes
}

function toContentNode(node: Nodes): ContentNode | null {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  return { tag: node.tagName, attributes: toAttributes(node), children: toContentNodes(node.children) }
}

function toAttributes({ properties }: Element): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => {
      const text = toText(value)
      return text === null ? [] : [[toAttributeName(name), text]]
    }),
  )
}

function toText(value: Properties[string]): string | null {
  if (value === null || value === undefined || value === false) return null
  if (value === true) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** `className` → class, `ariaLabel` → aria-label, `dataMsForm` → data-ms-form; other names differ only in case. */
function toAttributeName(property: string): string {
  if (property === 'className') return 'class'
  if (property.startsWith('aria')) return `aria-${property.slice('aria'.length).toLowerCase()}`
  return property.startsWith('data')
    ? property.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
    : property.toLowerCase()
}

/** The message gives the reason, as the end of a sentence. */
export class UnusableHtmlError extends Error {
  /** Too large; otherwise it was unreadable. */
  readonly exceedsLimit: boolean

  constructor(reason: string, { cause, exceedsLimit = false }: { cause?: unknown; exceedsLimit?: boolean } = {}) {
    super(reason, { cause })
    this.name = 'UnusableHtmlError'
    this.exceedsLimit = exceedsLimit
  }
}

export interface Removed {
  kind: 'element' | 'attribute' | 'comment'
  name: string
  count: number
}

const NAME_MAX_CHARS = 40

const ALLOWED = new Set(htmlSchema.tagNames)
/** The parser adds it; it is not in the markup. */
const IMPLIED = new Set(['tbody', 'colgroup'])

/**
 * Elements and attributes that the sanitizer removed, most frequent first. Attributes count on allowed elements only: those of a removed element went with it.
 * @param html that `sanitizeHtml` accepted, so it is within the limits
 */
export async function listRemoved(html: string, { content, nodes }: SafeHtml): Promise<Removed[]> {
  if (html === content) return []
  const { fromHtml } = await import('hast-util-from-html')
  const counts = new Map<string, Removed>()
  const count = (kind: Removed['kind'], name: string, by: 1 | -1): void => {
    const key = `${kind} ${name}`
    const known = counts.get(key)
    counts.set(key, { kind, name: name.slice(0, NAME_MAX_CHARS), count: (known?.count ?? 0) + by })
  }
  countWritten(fromHtml(html, { fragment: true }), (kind, name) => count(kind, name, 1))
  countKept(nodes, (kind, name) => count(kind, name, -1))
  return [...counts.values()]
    .filter((one) => one.count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, REMOVED_HTML_MAX)
}

type Count = (kind: Removed['kind'], name: string) => void

function countWritten(root: Nodes, count: Count): void {
  const open: Nodes[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if ('children' in node) open.push(...node.children)
    if (node.type === 'comment') count('comment', '')
    if (node.type !== 'element') continue
    if (!IMPLIED.has(node.tagName)) count('element', node.tagName)
    if (!ALLOWED.has(node.tagName)) continue
    for (const [property, value] of Object.entries(node.properties))
      if (value !== null && value !== undefined && value !== false) count('attribute', toAttributeName(property))
  }
}

function countKept(nodes: readonly ContentNode[], count: Count): void {
  const open = [...nodes]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') continue
    open.push(...node.children)
    if (!IMPLIED.has(node.tag)) count('element', node.tag)
    for (const name of Object.keys(node.attributes)) count('attribute', name)
  }
}
