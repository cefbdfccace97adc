import { attributes } from '../../attributes'
import { isFrameworkOwned } from '../gating/framework-owned'
import { type AuthoredNodes, createOwnContent, isText } from '../own-content'

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
export function createOwnText(element: Element, authored: AuthoredNodes): OwnText {
  const content = createOwnContent(element, attributes.member, authored)
  const lent = new Map<Text, readonly [authored: string, ours: string]>()
  let own: Text | undefined
  const write = (node: Text, ours: string): void => {
    const before = lent.get(node)
    // What we did not write came from the page's script since: that is the author's text now.
    lent.set(node, [before?.[1] === node.data ? before[0] : node.data, ours])
    // Scripts that follow the page hear of each writing: what is there already is not written again.
    if (node.data !== ours) node.data = ours
  }
  return {
    show(text) {
      if (isFrameworkOwned(element)) return textsIn(element).forEach((node, index) => write(node, index ? '' : text))
      const [first, ...others] = content.lend()
      if (isText(first) && !others.length && first.parentNode === element) write(first, text)
      else if (own?.parentNode !== element || own.data !== text) {
        own = element.ownerDocument.createTextNode(text)
        content.show([own])
      }
    },
    restore() {
      const returned = content.restore()
      for (const [node, [text, ours]] of lent) if (returned || node.data === ours) node.data = text
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
