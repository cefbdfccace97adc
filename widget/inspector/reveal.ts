import { INSPECTOR_Z_INDEX_BASE, SIDEBAR_SHEET_MAX_WIDTH_PX, X_RAY_LAYERS } from '../../contract/limits'
import { unclobbered } from '../lib/dom'
import { createMark } from './mark'
import { visibleBox } from './visible-box'

const FLASH_MS = 1_600

export interface Reveal {
  /** Scrolls to an element and lights it up for a moment; of one that is off the page, to where it would stand. */
  reveal(this: void, element: Element): void
  stop(this: void): void
}

/** @param placeOf the comment in the place of an element that the gate has taken off the page */
export function createReveal(
  window: Window & typeof globalThis,
  layer: HTMLElement,
  placeOf: (element: Element) => Comment | undefined,
): Reveal {
  let stop = (): void => {}
  return {
    reveal(wanted) {
      stop()
      const element = onPage(wanted, placeOf)
      if (!element) return
      const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      // There the sidebar lies over the lower part.
      const block = window.innerWidth > SIDEBAR_SHEET_MAX_WIDTH_PX ? 'center' : 'start'
      unclobbered(element).scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block, inline: 'nearest' })
      stop = flash(window, layer, element)
    },
    stop: () => stop(),
  }
}

function onPage(wanted: Element, placeOf: (element: Element) => Comment | undefined): Element | null {
  let at: Element | null = wanted
  while (at && !unclobbered(at).isConnected) at = unclobbered(at).parentElement ?? placeOf(at)?.parentElement ?? null
  return at
}

function flash(window: Window, layer: HTMLElement, element: Element): () => void {
  const zIndex = INSPECTOR_Z_INDEX_BASE + Math.max(...Object.values(X_RAY_LAYERS)) + 1
  const mark = createMark(layer, { className: 'flash', zIndex })
  let frame = 0
  const follow = (): void => {
    mark.draw(visibleBox(window, element))
    frame = window.requestAnimationFrame(follow)
  }
  const stop = (): void => {
    clearTimeout(timer)
    window.cancelAnimationFrame(frame)
    mark.remove()
  }
  const timer = setTimeout(stop, FLASH_MS)
  follow()
  return stop
}
