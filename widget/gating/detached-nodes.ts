import { attributes } from '../attributes'
import { unclobbered } from '../lib/dom'
import { tryOrUndefined } from '../lib/errors'
import { emitInspection } from '../stores/inspection'

interface DetachedNodes {
  /** Removes an element. @returns the comment in its place, or null if nodes have to stay */
  detach(element: Element): Comment | null
  /** The place of a node on the page, or the comment of the removed node it was in; null if that has left the page. */
  placeOnPage(node: Node): Node | null
  /** Restores all elements that match the condition at their comments. */
  reattach(mayReturn: (element: Element, place: Comment) => boolean): void
}

/**
 * Removed nodes. Only the comment in its place references a node: if the page drops the comment, the node is dropped
 * too. A copy of the page would contain the comments without the nodes, so all nodes are restored during a copy.
 * @param afterCopy called when nodes can be removed again
 */
export function createDetachedNodes(document: Document, afterCopy: () => void): DetachedNodes {
  const elements = new WeakMap<Comment, Element>()
  const latest = new WeakMap<Node, Comment>()
  let places: WeakRef<Comment>[] = []
  const copies = watchCopies(document, () => reattach(() => true), afterCopy)

  function reattach(mayReturn: (element: Element, place: Comment) => boolean): void {
    const kept: WeakRef<Comment>[] = []
    // A script of the page may remove more during this loop: those go to the new list.
    const before = places
    places = kept
    for (const reference of before) {
      const place = reference.deref()
      const element = place && elements.get(place)
      if (!place || !element || latest.get(element) !== place) continue
      // Also inside a removed ancestor: it returns with the ancestor.
      if (!place.parentNode || !mayReturn(element, place)) {
        kept.push(reference)
        continue
      }
      if (unclobbered(element).parentNode) place.remove()
      // An error in the page's own scripts must not keep the others away.
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
      // The page itself may have added the element again. Its current place is used.
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

/** Events of libraries that copy the page for the Back button, dispatched on the document before the copy. */
const BEFORE_COPY = ['turbo:before-cache', 'turbolinks:before-cache', 'htmx:beforeHistorySave']

function watchCopies(document: Document, before: () => void, after: () => void) {
  let isWatching = false
  let isCopying = false
  const onCopy = (): void => {
    isCopying = true
    before()
    // The copy is made now or in the next task.
    setTimeout(() => setTimeout(end))
  }
  const end = (): void => {
    isCopying = false
    after()
  }
  return {
    isUnderWay: (): boolean => isCopying,
    watch(): void {
      if (!isWatching) for (const name of BEFORE_COPY) document.addEventListener(name, onCopy)
      isWatching = true
    },
  }
}
