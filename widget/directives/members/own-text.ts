import { isFrameworkOwned } from '../gating/framework-owned'

export interface OwnText {
  /** Shows a text in place of the author's. */
  show(text: string): void
  /** Puts the author's own content back. */
  restore(): void
}

/**
 * Lends an element's place to a text of ours. A page's framework holds on to its nodes: they all stay, the first text
 * node takes our text and the others are emptied. A single text node is treated so on any page.
 */
export function createOwnText(element: Element): OwnText {
  /** The author's nodes, where they may be replaced. */
  let nodes: Node[] | undefined
  const lent = new Map<Text, readonly [authored: string, ours: string]>()
  return {
    show(text) {
      const owned = isFrameworkOwned(element)
      if (!owned) nodes ??= [...element.childNodes]
      const texts = textsIn(element)
      if (owned || (element.childNodes.length === 1 && element.firstChild === texts[0])) {
        texts.forEach((node, index) => {
          const ours = index ? '' : text
          const before = lent.get(node)
          // What we did not write came from the page's script since: that is the author's text now.
          lent.set(node, [before?.[1] === node.data ? before[0] : node.data, ours])
          node.data = ours
        })
      } else element.textContent = text
    },
    restore() {
      if (nodes && !isFrameworkOwned(element)) element.replaceChildren(...nodes)
      for (const [node, [authored, ours]] of lent) if (nodes || node.data === ours) node.data = authored
      nodes = undefined
      lent.clear()
    },
  }
}

function textsIn(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, 4)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isText(node)) texts.push(node)
  return texts
}

const isText = (node: Node): node is Text => node.nodeType === node.TEXT_NODE
