import { attributes } from '../attributes'
import { unclobbered } from '../lib/dom'
import { tryOrUndefined } from '../lib/errors'
import { emitInspection } from '../stores/inspection'

export interface DetachedNodes {
  /** Takes an element off the page. @returns the comment in its place, or null where nodes have to stay */
  detach(element: Element): Comment | null
  /** Where a node is on the page, or the comment of the node it left with; null when that has left the page. */
  placeOnPage(node: Node): Node | null
  /** Puts every element that the condition picks back at its comment. */
  reattach(mayReturn: (element: Element, place: Comment) => boolean): void
}

/**
 * Nodes off the page. Only the comment in its place holds a node: a page that drops the comment drops the node too. A
 * copy of the page would contain the comments without the nodes, so they all return while one is made.
 * @param afterCopy called when nodes may leave again
 */
export function createDetachedNodes(document: Document, afterCopy: () => void): DetachedNodes {
  const elements = new WeakMap<Comment, Element>()
  const latest = new WeakMap<Node, Comment>()
  let places: WeakRef<Comment>[] = []
  const copies = watchCopies(document, () => reattach(() => true), afterCopy)

  function reattach(mayReturn: (element: Element, place: Comment) => boolean): void {
    const kept: WeakRef<Comment>[] = []
    // A script of the page may detach more while this runs: those go to the new list.
    const before = places
    places = kept
    for (const reference of before) {
      const place = reference.deref()
      const element = place && elements.get(place)
      if (!place || !element || latest.get(element) !== place) continue
      // Also inside a detached ancestor: it returns with that one.
      if (!place.parentNode || !mayReturn(element, place)) {
        kept.push(reference)
        continue
      }
      if (unclobbered(element).parentNode) place.remove()
      // A failure of the page's own scripts must not keep the others away.
      else tryOrUndefined(() => place.replaceWith(element))
      emitInspection({ kind: 'content-returned', element, place: null })
    }
  }
  return {
    detach(element) {
      const own = unclobbered(element)
      if (copies.isUnderWay() || !own.parentNode) return null
      copies.watch()
      const place = document.createComment(`${attributes.content}="${own.getAttribute(attributes.content)}"`)
      // The page itself may have put the element back: its present place counts.
      latest.get(element)?.remove()
      latest.set(element, place)
      elements.set(place, element)
      places.push(new WeakRef(place))
      own.replaceWith(place)
      emitInspection({ kind: 'content-removed', element, place })
      return place
    },
    placeOnPage(node) {
      let at: Node | undefined = node
      while (at && !at.isConnected) at = latest.get(at.getRootNode())
      return at ?? null
    },
    reattach,
  }
}

/** Events of libraries that copy the page for the Back button, sent on the document before the copy. */
const BEFORE_COPY = ['turbo:before-cache', 'turbolinks:before-cache', 'htmx:beforeHistorySave']

function watchCopies(document: Document, before: () => void, after: () => void) {
  let isWatching = false
  let isCopying = false
  const onCopy = (): void => {
    isCopying = true
    before()
    // The copy is made at once or in the next task.
    setTimeout(() => setTimeout(end))
  }
  const end = (): void => {
    isCopying = false
    after()
  }
  return {
    isUnderWay: (): boolean => isCopying,
    /** Starts watching, once. */
    watch(): void {
      if (!isWatching) for (const name of BEFORE_COPY) document.addEventListener(name, onCopy)
      isWatching = true
    },
  }
}
