import { defaultTreeAdapter } from 'parse5'
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes as Tree, TreeAdapter } from 'parse5'

/** The depth at which browsers begin to put elements beside each other instead of into each other. */
const MAX_DEPTH = 512

export interface BrowserTree {
  adapter: TreeAdapter<DefaultTreeAdapterMap>
  /** The newest element. */
  lastMade(this: void): Tree.Element | null
}

/** How a parser builds its tree here: as deep as a browser would, so that whoever climbs it is soon at the top. */
export function browserTree(): BrowserTree {
  let depth = 0
  let made: Tree.Element | null = null
  return {
    lastMade: () => made,
    adapter: {
      ...defaultTreeAdapter,
      createElement(...element) {
        made = defaultTreeAdapter.createElement(...element)
        return made
      },
      appendChild(parent, child) {
        const above = depth > MAX_DEPTH && 'parentNode' in parent ? parent.parentNode : null
        defaultTreeAdapter.appendChild(above ?? parent, child)
      },
      onItemPush: () => void (depth += 1),
      onItemPop: () => void (depth -= 1),
    },
  }
}
