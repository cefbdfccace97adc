import { unclobbered } from '../lib/dom'
import type { PageView } from './rules/page'

/** The detached elements, by the comment in their place. */
export type Removed = ReadonlyMap<Comment, Element>

/** Reads a browser's document for the rules. */
export function documentView(removed: Removed): PageView {
  const places = new Map<object, Comment>([...removed].map(([place, element]) => [element, place]))
  const parent = (element: Element): Element | null =>
    unclobbered(element).parentElement ?? places.get(element)?.parentElement ?? null
  function* within(element: Element): Generator<Element> {
    yield* unclobbered(element).querySelectorAll('*')
    for (const [place, away] of removed) {
      if (!unclobbered(element).contains(place)) continue
      yield away
      yield* within(away)
    }
  }
  function formOf(element: Element): Element | null {
    // The gate puts a prefix before the original value (gating/hidden-fields.ts).
    const id = unclobbered(element).getAttribute('form')?.split(' ').at(-1)
    const named = id ? byId(unclobbered(element).ownerDocument, id, removed) : null
    if (named?.localName === 'form') return named
    let at = parent(element)
    while (at && at.localName !== 'form') at = parent(at)
    return at
  }
  return {
    attribute: (element, name) => unclobbered(asElement(element)).getAttribute(name),
    tag: (element) => asElement(element).localName.toLowerCase(),
    parent: (element) => parent(asElement(element)),
    within: (element) => within(asElement(element)),
    formOf: (element) => formOf(asElement(element)),
  }
}

/** The gate may have detached a form without its fields. */
function byId(document: Document, id: string, removed: Removed): Element | null {
  const there = document.getElementById(id)
  if (there) return there
  for (const away of removed.values()) {
    const own = unclobbered(away)
    const found = own.id === id ? away : own.querySelector(`#${CSS.escape(id)}`)
    if (found) return found
  }
  return null
}

/** All elements in document order, each detached one in its place. */
export function* elementsOf(document: Document, removed: Removed, root: Node = document): Generator<Element> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      yield node
      continue
    }
    const away = node instanceof Comment && removed.get(node)
    if (!away) continue
    yield away
    yield* elementsOf(document, removed, away)
  }
}

/** Rules only return elements that they got from the page. */
function asElement(element: object): Element {
  if (element instanceof Element) return element
  throw new TypeError('Not an element of this page.')
}
