import { type AttributeName, attributes } from '../attributes'
import { isFrameworkOwned } from '../gating/framework-owned'
import { isHtml } from '../lib/dom'
import { parseJson } from '../lib/errors'

/** Original nodes by their text, to restore copies of overridden elements. */
export type OriginalNodes = Map<string, readonly Node[]>

interface ContentOverride {
  /** Saves the original nodes of an element outside frameworks, and marks it as overridden. */
  begin(): readonly ChildNode[]
  /** Shows our nodes instead of the original ones. */
  show(nodes: readonly Node[]): void
  /** Restores the original nodes. False if they were not overridden. */
  restore(): boolean
}

/**
 * Replaces an element's content. Sliders and interactions copy nodes at any time, and a copy must not keep a member's
 * data: a comment next to our content contains the original text.
 * @param attribute that causes the override; starts the comment
 */
export function createContentOverride(
  element: Element,
  attribute: AttributeName,
  originals: OriginalNodes,
): ContentOverride {
  let saved: readonly ChildNode[] | undefined
  let undo: (() => void) | undefined
  let mark: Comment | undefined
  const prefix = `${attribute} `
  const begin = (): readonly ChildNode[] => {
    if (saved) return saved
    saved = [...element.childNodes]
    const text = element.textContent ?? ''
    // Escaped so that it can't end the comment if someone serializes it.
    const inComment = JSON.stringify(text).replaceAll(/[-<>!]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
    mark = element.ownerDocument.createComment(prefix + inComment)
    if (!(saved.length === 1 && isText(saved[0]))) originals.set(text, saved)
    element.append(mark)
    return saved
  }
  restoreCopy(element, prefix, originals)

  return {
    begin,
    show(nodes) {
      undo?.()
      undo = undefined
      if (isFrameworkOwned(element)) undo = showBeside(element, nodes)
      else {
        begin()
        element.replaceChildren(...nodes, ...(mark ? [mark] : []))
      }
    },
    restore() {
      undo?.()
      undo = undefined
      const nodes = saved
      saved = undefined
      mark?.remove()
      if (nodes && !isFrameworkOwned(element)) element.replaceChildren(...nodes)
      return nodes !== undefined
    },
  }
}

/** An element that already contains our content is a copy, and gets the original content. */
function restoreCopy(element: Element, prefix: string, originals: OriginalNodes): void {
  for (const node of element.childNodes) {
    if (!isComment(node) || !node.data.startsWith(prefix)) continue
    const text = parseJson(node.data.slice(prefix.length))
    if (typeof text !== 'string') continue
    const nodes = originals.get(text)?.map((one) => one.cloneNode(true))
    return element.replaceChildren(...(nodes ?? [text]))
  }
}

/** A framework's nodes stay in place: its elements are hidden, its texts emptied. @returns undoes it */
function showBeside(element: Element, nodes: readonly Node[]): () => void {
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
    // The framework has written it since.
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

interface TextOverride {
  show(text: string): void
  /** Restores the original content. */
  restore(): void
}

/**
 * Replaces an element's text. In a framework's element, all nodes stay: the first text node gets our text, the others
 * are emptied. A single text node is handled the same way on any page.
 */
export function createTextOverride(element: Element, originals: OriginalNodes): TextOverride {
  const content = createContentOverride(element, attributes.member, originals)
  const overridden = new Map<Text, readonly [original: string, ours: string]>()
  let own: Text | undefined
  const write = (node: Text, ours: string): void => {
    const before = overridden.get(node)
    // A text that is not ours was written by the page's script since: it is the new original.
    overridden.set(node, [before?.[1] === node.data ? before[0] : node.data, ours])
    // Scripts that observe the page are notified of every write.
    if (node.data !== ours) node.data = ours
  }
  return {
    show(text) {
      if (isFrameworkOwned(element)) return textsIn(element).forEach((node, index) => write(node, index ? '' : text))
      const [first, ...others] = content.begin()
      if (isText(first) && !others.length && first.parentNode === element) write(first, text)
      else if (own?.parentNode !== element || own.data !== text) {
        own = element.ownerDocument.createTextNode(text)
        content.show([own])
      }
    },
    restore() {
      const returned = content.restore()
      for (const [node, [text, ours]] of overridden) if (returned || node.data === ours) node.data = text
      overridden.clear()
    },
  }
}

function textsIn(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isText(node)) texts.push(node)
  return texts
}

export const isText = (node: Node | undefined): node is Text => node?.nodeType === 3
const isComment = (node: Node): node is Comment => node.nodeType === 8
const isElement = (node: Node): node is Element => node.nodeType === 1

/** Attribute values by name; null for an absent one. */
type Values = Readonly<Record<string, string | null>>

/** Original attributes, by the appearance of an overridden element. */
export type OriginalAttributes = Map<string, Values>

interface AttributeOverride {
  /** Replaces the original attributes. */
  show(values: Values): void
  /** Restores the original values, except what the page has changed since. */
  restore(): void
}

/** Replaces an element's attributes. A slider's copy that carries our values gets the original ones. */
export function createAttributeOverride(element: Element, originals: OriginalAttributes): AttributeOverride {
  let overridden: Map<string, [original: string | null, ours: string | null]> | undefined
  const copied = originals.get(appearance(element, 'class')) ?? originals.get(appearance(element))
  if (copied) for (const [name, value] of Object.entries(copied)) setAttribute(element, name, value)
  const restore = (): void => {
    for (const [name, [original, ours]] of overridden ?? [])
      if (element.getAttribute(name) === ours) setAttribute(element, name, original)
    overridden = undefined
  }
  return {
    show(values) {
      restore()
      overridden = new Map(Object.entries(values).map(([name, ours]) => [name, [element.getAttribute(name), ours]]))
      const before = Object.fromEntries([...overridden].map(([name, [original]]) => [name, original]))
      for (const [name, ours] of Object.entries(values)) setAttribute(element, name, ours)
      // A slider may give its copy other classes.
      for (const key of [appearance(element, 'class'), appearance(element)])
        if (!originals.has(key)) originals.set(key, before)
    },
    restore,
  }
}

const appearance = (element: Element, ...more: string[]): string =>
  JSON.stringify(['src', 'srcset', 'media', 'href', ...more].map((name) => element.getAttribute(name)))

/** Null removes it. An unchanged value is not written. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
