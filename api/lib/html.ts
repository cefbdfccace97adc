import type * as Parse5 from 'parse5'
import type { Element, Nodes, Properties, Root } from 'hast'
import type { Schema } from 'hast-util-sanitize'
import type { ContentNode } from '../../contract/entities'
import { CONTENT_MAX_DEPTH, CONTENT_MAX_NODES } from '../../contract/limits'
import { yieldToEventLoop } from './concurrency'
import { htmlSchema } from './html-schema'

/** Owners’ HTML as it may be sent to browsers. */
export interface HostedHtml {
  /**
   * The content without anything that acts, as text and as a tree.
   * @param content of an app's definition
   * @throws UnusableHtmlError when it was stored without the check of the import
   */
  toSafeHtml(content: { content: string }): Promise<SafeHtml>
}

/** Each content is parsed once, also when many ask for it at the same time, and forgotten with its app's definition. */
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
  /** The same as a tree. */
  nodes: ContentNode[]
}

/**
 * Stored with every result. Raise it with each change of what is let through: of this folder, of a schema, or of the
 * packages that read and write HTML. Stored results of older versions are then sanitized again before they are sent.
 */
export const SANITIZER_VERSION = 1

export interface SanitizerOptions {
  /** What the HTML may hold. */
  schema?: Schema
  limits?: HtmlLimits
  /** Markup that was taken apart can read differently when it is parsed again; a few rounds settle all but the strangest. */
  roundsMax?: number
}

/** Smaller HTML, as every comment is, is sanitized without a pause: a transaction may be waiting for it. */
const YIELD_FROM_CHARS = 20_000

const HOSTED_LIMITS: HtmlLimits = { nodes: CONTENT_MAX_NODES, depth: CONTENT_MAX_DEPTH }

/**
 * HTML without anything that acts: scripts, handlers, styles, forms, frames, and addresses other than links. What is
 * answered as text and as a tree is the same to the letter: the text parses into that tree.
 *
 * The parser is loaded at the first call; a server that hosts no HTML never pays for it.
 *
 * @throws UnusableHtmlError when it is too large, cannot be read, or does not settle
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
  // Names such as `template#a` trip the library up.
  const read = (text: string): Root => {
    try {
      return fromHtml(text, { fragment: true })
    } catch (cause) {
      throw new UnusableHtmlError('has an element with a name that no element has', { cause })
    }
  }
  /** Large HTML takes a second in all: others are answered between the passes. */
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
  throw new UnusableHtmlError('is nested in ways that no browser reads as they are written')
}

/** The sanitiser answers a lone element without its root. */
function asRoot(tree: Nodes): Root {
  if (tree.type === 'root') return tree
  return { type: 'root', children: [tree] }
}

/** But for the one that is a style. */
const OWN_DATA = /^dataMs(?!Bind:style$)[A-Z-][\w.:-]*$/u

/** Takes off `data-` attributes that are not the widget's: other scripts of a page may read them as code. */
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
  /** Elements and texts in all. */
  nodes: number
  /** Elements within each other. */
  depth: number
}

/** The element that a parser puts around a fragment. */
const FRAME = 1

/**
 * Parses HTML for its size alone and stops as soon as it is too large: a short text can make a parser build a tree that
 * no program survives. Code that reads the tree afterwards may recurse.
 *
 * @param parser handed in, because it is loaded only where HTML is served
 * @throws UnusableHtmlError past the limits
 */
export function measureHtml(
  { parseFragment, defaultTreeAdapter }: typeof Parse5,
  html: string,
  limits: HtmlLimits,
): void {
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
        // The parser hands over word by word; words side by side become one text.
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
          throw new UnusableHtmlError(`has more than ${limits.depth} elements within each other`, {
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

/** A sanitised tree as it is sent; neighbouring texts are one, as a browser's parser would read them. */
export function toContentNodes(children: readonly Nodes[]): ContentNode[] {
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

/** `className` → class, `ariaLabel` → aria-label, `dataMsForm` → data-ms-form; of all others only the letter case differs. */
function toAttributeName(property: string): string {
  if (property === 'className') return 'class'
  if (property.startsWith('aria')) return `aria-${property.slice('aria'.length).toLowerCase()}`
  return property.startsWith('data')
    ? property.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
    : property.toLowerCase()
}

/** HTML that cannot be hosted; the message says why, as the end of a sentence. */
export class UnusableHtmlError extends Error {
  /** Whether it is too large; otherwise nobody could read it. */
  readonly exceedsLimit: boolean

  constructor(reason: string, { cause, exceedsLimit = false }: { cause?: unknown; exceedsLimit?: boolean } = {}) {
    super(reason, { cause })
    this.name = 'UnusableHtmlError'
    this.exceedsLimit = exceedsLimit
  }
}
