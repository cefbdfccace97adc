import type { AttributeName } from '../attributes'
import { tryOrUndefined } from '../lib/errors'
import { isHtml } from '../lib/dom'
import { isFrameworkOwned } from './gating/framework-owned'

/** The author's nodes by their text, for copies of elements that hold ours. */
export type AuthoredNodes = Map<string, readonly Node[]>

export interface OwnContent {
  /** Keeps the author's nodes in mind, on any element that no framework owns, and marks the place as lent. */
  lend(): readonly ChildNode[]
  /** Shows nodes of ours in place of the author's. */
  show(nodes: readonly Node[]): void
  /** Puts the author's own nodes back. False if they were not lent. */
  restore(): boolean
}

/**
 * Lends an element's place to content of ours. Sliders and interactions copy nodes at any time, and a copy must not
 * keep what a member saw: a comment goes along with our content and says what the author's text was.
 * @param attribute that lends the place; begins the comment
 */
export function createOwnContent(element: Element, attribute: AttributeName, authored: AuthoredNodes): OwnContent {
  let lent: readonly ChildNode[] | undefined
  let leave: (() => void) | undefined
  let mark: Comment | undefined
  const prefix = `${attribute} `
  const lend = (): readonly ChildNode[] => {
    if (lent) return lent
    lent = [...element.childNodes]
    const text = element.textContent ?? ''
    // Written so that it cannot end the comment, should somebody make markup of it.
    const inComment = JSON.stringify(text).replaceAll(/[-<>!]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
    mark = element.ownerDocument.createComment(prefix + inComment)
    if (!(lent.length === 1 && isText(lent[0]))) authored.set(text, lent)
    element.append(mark)
    return lent
  }
  undoCopy(element, prefix, authored)

  return {
    lend,
    show(nodes) {
      leave?.()
      leave = undefined
      if (isFrameworkOwned(element)) leave = lodge(element, nodes)
      else {
        lend()
        element.replaceChildren(...nodes, ...(mark ? [mark] : []))
      }
    },
    restore() {
      leave?.()
      leave = undefined
      const nodes = lent
      lent = undefined
      mark?.remove()
      if (nodes && !isFrameworkOwned(element)) element.replaceChildren(...nodes)
      return nodes !== undefined
    },
  }
}

/** An element that already holds content of ours was copied from another: it gets what its author wrote. */
function undoCopy(element: Element, prefix: string, authored: AuthoredNodes): void {
  for (const node of element.childNodes) {
    if (!isComment(node) || !node.data.startsWith(prefix)) continue
    const text: unknown = tryOrUndefined(() => JSON.parse(node.data.slice(prefix.length)))
    if (typeof text !== 'string') continue
    const nodes = authored.get(text)?.map((one) => one.cloneNode(true))
    return element.replaceChildren(...(nodes ?? [text]))
  }
}

/** Beside what a framework owns, which stays where it is: its elements are hidden, its own texts emptied. */
function lodge(element: Element, nodes: readonly Node[]): () => void {
  const ours = [...nodes].filter((node): node is ChildNode => 'remove' in node)
  const undo = [...element.childNodes].map((node) => (isText(node) ? empty(node) : hide(node)))
  element.append(...ours)
  return () => {
    for (const node of ours) node.remove()
    for (const one of undo) one?.()
  }
}

function empty(node: Text): () => void {
  const { data } = node
  node.data = ''
  return () => {
    // What is there now came from the framework since.
    if (node.data === '') node.data = data
  }
}

function hide(node: Node): (() => void) | undefined {
  if (!isElement(node) || !isHtml(node)) return undefined
  const { style } = node
  const before = [style.getPropertyValue('display'), style.getPropertyPriority('display')] as const
  style.setProperty('display', 'none', 'important')
  return () => style.setProperty('display', ...before)
}

export const isText = (node: Node | undefined): node is Text => node?.nodeType === 3
const isComment = (node: Node): node is Comment => node.nodeType === 8
const isElement = (node: Node): node is Element => node.nodeType === 1
