import { unclobbered } from '../lib/dom'
import type { InspectionEvent } from '../stores/inspection'
import type { Removed } from './document-view'

/** Tracks detached and clicked elements, and IDs that do not exist, from the widget's events. */
export interface ElementEvents {
  record(event: InspectionEvent): void
  /** The elements that are detached now, by the comment in their place. A comment may itself have left the page. */
  removed(): Removed
  /** The comment in place of a detached element. */
  placeOf(this: void, element: Element): Comment | undefined
  /** Plan and price elements that were clicked and are still on the page, newest first. */
  clicked(): readonly Element[]
  /** Coupons and hosted contents that the server did not find. */
  rejectedIds(): readonly string[]
}

const CLICKED_MAX = 20

/** Uses weak references, so that elements the page drops can be freed. */
export function createElementEvents(): ElementEvents {
  const elements = new WeakMap<Comment, Element>()
  const places = new WeakMap<Element, Comment>()
  let known: WeakRef<Comment>[] = []
  let clicked: WeakRef<Element>[] = []
  const rejected = new Set<string>()
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
      } else if (event.kind === 'call') {
        const id = rejectedId(event)
        if (id !== null) rejected.add(id)
      }
    },
    rejectedIds: () => [...rejected],
    removed() {
      const removed = new Map<Comment, Element>()
      known = known.filter((reference) => {
        const place = reference.deref()
        const element = place && elements.get(place)
        // It has returned since, or was detached again elsewhere.
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

/** The input that these error codes are about. */
const rejectedInputs: ReadonlyMap<string | null, string> = new Map([
  ['coupon-not-found', 'couponId'],
  ['content-not-found', 'contentId'],
])

/** @returns the ID that does not exist; null for any other call */
export function rejectedId(event: InspectionEvent): string | null {
  const name = event.kind === 'call' ? rejectedInputs.get(event.code) : undefined
  const id =
    name !== undefined && event.kind === 'call' && Object.entries(event.input).find(([key]) => key === name)?.[1]
  return typeof id === 'string' ? id : null
}
