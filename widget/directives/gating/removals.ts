import { attributes } from '../../attributes'
import { tryOrUndefined } from '../../lib/errors'
import { unclobbered } from '../../lib/dom'
import { emitInspection } from '../../stores/inspection'

export interface Removals {
  /** Takes an element off the page; returns the comment in its place, or null where nodes have to stay. */
  remove(element: Element): Comment | null
  /** Where on the page a node stands, or the comment of what it was removed with; null when that has left the page. */
  placeOnPage(node: Node): Node | null
  /** Puts back, at the place of its comment, every element that the condition picks. */
  putBack(mayReturn: (element: Element, place: Comment) => boolean): void
}

/** What libraries that keep copies of pages for the Back button announce, on the page, before they make one. */
const BEFORE_COPY = ['turbo:before-cache', 'turbolinks:before-cache', 'htmx:beforeHistorySave']

/**
 * Nodes off the page. Each is held by the comment in its place and by nothing else: a page that drops the comment
 * drops the node too. A copy of the page would have the comments and none of the nodes, so while one is made they are
 * all back.
 * @param afterCopy called when nodes may leave again
 */
export function createRemovals(document: Document, afterCopy: () => void): Removals {
  const elements = new WeakMap<Comment, Element>()
  const latest = new WeakMap<Node, Comment>()
  let places: WeakRef<Comment>[] = []
  let isCopied: boolean | undefined
  const beforeCopy = (): void => {
    isCopied = true
    putBack(() => true)
    // The copy is made at once or in the next turn.
    setTimeout(() => setTimeout(endOfCopy))
  }
  const endOfCopy = (): void => {
    isCopied = false
    afterCopy()
  }

  function putBack(mayReturn: (element: Element, place: Comment) => boolean): void {
    const kept: WeakRef<Comment>[] = []
    // Those removed since, by a page's script that this wakes, are added to the new list.
    const before = places
    places = kept
    for (const reference of before) {
      const place = reference.deref()
      const element = place && elements.get(place)
      if (!place || !element || latest.get(element) !== place) continue
      // Also inside a removed ancestor, which brings it along when it returns.
      if (!place.parentNode || !mayReturn(element, place)) {
        kept.push(reference)
        continue
      }
      if (unclobbered(element).parentNode) place.remove()
      // Whatever the page has made of it, the others must return.
      else tryOrUndefined(() => place.replaceWith(element))
      emitInspection({ kind: 'content-returned', element, place: null })
    }
  }
  return {
    remove(element) {
      const own = unclobbered(element)
      if (isCopied || !own.parentNode) return null
      if (isCopied === undefined) for (const name of BEFORE_COPY) document.addEventListener(name, beforeCopy)
      isCopied = false
      const place = document.createComment(`${attributes.content}="${own.getAttribute(attributes.content)}"`)
      // The page itself has put the element back meanwhile: where it stands now is its place.
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
    putBack,
  }
}
