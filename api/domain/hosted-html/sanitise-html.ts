import type { Nodes, Root } from 'hast'
import type { Schema } from 'hast-util-sanitize'
import type { ContentNode } from '../../../contract/entities'
import { htmlSchema } from './html-schema'
import { measureHtml } from './measure-html'
import { toContentNodes } from './to-content-nodes'
import { UnusableHtmlError } from './unusable-html-error'

export interface SafeHtml {
  content: string
  /** The same as a tree. */
  nodes: ContentNode[]
}

/** Markup that was taken apart can read differently when it is parsed again; a few rounds settle all but the strangest. */
const ROUNDS_MAX = 8

/**
 * HTML without anything that acts: scripts, handlers, styles, forms, frames, and addresses other than links. What is
 * answered as text and as a tree is the same to the letter: the text parses into that tree.
 *
 * The parser is loaded at the first call; a server that hosts no HTML never pays for it.
 *
 * @param schema what it may hold
 * @throws UnusableHtmlError when it is too large, cannot be read, or does not settle
 */
export async function sanitiseHtml(html: string, schema: Schema = htmlSchema): Promise<SafeHtml> {
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
  let content = html
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    measureHtml(parser, content)
    const tree = asRoot(sanitize(keepOwnData(read(content)), schema))
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
