export interface OwnText {
  /** Shows a text in place of the author's. */
  show(text: string): void
  /** Puts the author's own content back. */
  restore(): void
}

/**
 * Lends an element's place to a text of ours. A single text node is kept and only its data change, because a page's
 * framework may hold on to it.
 */
export function createOwnText(element: Element): OwnText {
  let authored: { nodes: Node[]; text: string } | null = null
  const only = (): Text | null => {
    const { firstChild: first } = element
    return first && first === element.lastChild && isText(first) ? first : null
  }
  return {
    show(text) {
      authored ??= { nodes: [...element.childNodes], text: only()?.data ?? '' }
      const node = only()
      if (node) node.data = text
      else element.textContent = text
    },
    restore() {
      if (!authored) return
      const [first] = authored.nodes
      element.replaceChildren(...authored.nodes)
      if (authored.nodes.length === 1 && first && isText(first)) first.data = authored.text
      authored = null
    },
  }
}

const isText = (node: Node): node is Text => node.nodeType === node.TEXT_NODE
