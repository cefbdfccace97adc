import type { InspectionEvent } from '../stores/inspection'
import { unclobbered } from '../lib/dom'
import type { Removed } from './document-view'

/** What the widget has told of single elements. */
export interface ToldElements {
  tell(event: InspectionEvent): void
  /** What is off the page now, by its place; some places may have left the page themselves. */
  removed(): Removed
  /** Where an element that is off the page would stand. */
  placeOf(this: void, element: Element): Comment | undefined
  /** What was clicked on this page and is still there, the newest first. */
  clicked(): readonly Element[]
}

/** More clicks than anybody looks back at. */
const CLICKED_MAX = 20

/** Holds no element that nobody else holds: a page that drops one is rid of it. */
export function createToldElements(): ToldElements {
  const elements = new WeakMap<Comment, Element>()
  const places = new WeakMap<Element, Comment>()
  let known: WeakRef<Comment>[] = []
  let clicked: WeakRef<Element>[] = []
  return {
    tell(event) {
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
        // It has returned since, or has left again from another place.
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
