import { unclobbered } from '../lib/dom'
import type { InspectionEvent } from '../stores/inspection'
import type { Removed } from './document-view'

/** Which elements are detached and which were clicked, from the widget's events. */
export interface ElementEvents {
  record(event: InspectionEvent): void
  /** The elements that are off the page now, by the comment in their place. A comment may have left the page itself. */
  removed(): Removed
  /** The comment in the place of a detached element. */
  placeOf(this: void, element: Element): Comment | undefined
  /** Plan and price elements clicked on this page and still on it, the newest first. */
  clicked(): readonly Element[]
}

const CLICKED_MAX = 20

/** Holds weak references: a page that drops an element frees it. */
export function createElementEvents(): ElementEvents {
  const elements = new WeakMap<Comment, Element>()
  const places = new WeakMap<Element, Comment>()
  let known: WeakRef<Comment>[] = []
  let clicked: WeakRef<Element>[] = []
  return {
    record(event) {
      if (event.kind === 'content-removed' && event.place) {
        elements.set(event.place, event.element)
        places.set(event.element, event.place)
        known.push(new WeakRef(event.place))
      } else if (event.kind === 'content-returned') {
        places.delete(event.element)
      } else if (event.kind === 'plan-price-clicked') {
        const others = clicked.filter((one) => one.deref() !== event.element)
        clicked = [new WeakRef(event.element), ...others].slice(0, CLICKED_MAX)
      }
    },
    removed() {
      const removed = new Map<Comment, Element>()
      known = known.filter((reference) => {
        const place = reference.deref()
        const element = place && elements.get(place)
        // It has returned since, or was detached again from another place.
        if (!place || !element || places.get(element) !== place) return false
        removed.set(place, element)
        return true
      })
      return removed
    },
    placeOf: (element) => places.get(element),
    clicked: () =>
      clicked.flatMap((reference) => {
        const element = reference.deref()
        return element && unclobbered(element).isConnected ? [element] : []
      }),
  }
}
