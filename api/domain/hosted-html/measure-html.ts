import type * as Parse5 from 'parse5'
import { CONTENT_MAX_DEPTH, CONTENT_MAX_NODES } from '../../../contract/limits'
import { UnusableHtmlError } from './unusable-html-error'

/** The element that a parser puts around a fragment. */
const FRAME = 1

/**
 * Parses HTML for its size alone and stops as soon as it is too large: a short text can make a parser build a tree that
 * no program survives. Whoever reads the tree afterwards may recurse.
 *
 * @param parser handed in, because it is loaded only where HTML is served
 * @throws UnusableHtmlError past `CONTENT_MAX_DEPTH` or `CONTENT_MAX_NODES`
 */
export function measureHtml({ parseFragment, defaultTreeAdapter }: typeof Parse5, html: string): void {
  let nodes = 0
  let depth = 0
  const count = (): void => {
    nodes += 1
    if (nodes > CONTENT_MAX_NODES) throw new UnusableHtmlError(`has more than ${CONTENT_MAX_NODES} elements and texts`)
  }
  parseFragment(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...element) => {
        count()
        return defaultTreeAdapter.createElement(...element)
      },
      insertText: (...text) => {
        count()
        defaultTreeAdapter.insertText(...text)
      },
      onItemPush: () => {
        depth += 1
        if (depth > CONTENT_MAX_DEPTH + FRAME) {
          throw new UnusableHtmlError(`has more than ${CONTENT_MAX_DEPTH} elements within each other`)
        }
      },
      onItemPop: () => {
        depth -= 1
      },
    },
  })
}
