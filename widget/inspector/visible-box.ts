import { unclobbered } from '../lib/dom'

/** Where on the screen an element is; null if it does not show or is off the screen. */
export function visibleBox(window: Window, element: Element): DOMRect | null {
  const own = unclobbered(element)
  const box = own.getBoundingClientRect()
  const { left, right, top, bottom } = box
  if (right <= 0 || bottom <= 0 || left >= window.innerWidth || top >= window.innerHeight) return null
  if (right === left && bottom === top) return null
  // Older browsers cannot say; there the mark shows where the element would be.
  return (own.checkVisibility?.({ visibilityProperty: true }) ?? true) ? box : null
}
