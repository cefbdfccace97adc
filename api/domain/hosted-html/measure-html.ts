import type * as Parse5 from 'parse5'
import { UnusableHtmlError } from './unusable-html-error'

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
