import type { Nodes, Root } from 'hast'
import type { Schema } from 'hast-util-sanitize'
import type { ContentNode } from '../../../contract/entities'
import { CONTENT_MAX_DEPTH, CONTENT_MAX_NODES } from '../../../contract/limits'
import { yieldToEventLoop } from '../../lib/time-slices'
import { htmlSchema } from './html-schema'
import { measureHtml } from './measure-html'
import type { HtmlLimits } from './measure-html'
import { toContentNodes } from './to-content-nodes'
import { UnusableHtmlError } from './unusable-html-error'

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
export async function sanitiseHtml(
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
