import { INSPECTOR_Z_INDEX_BASE, SIDEBAR_SHEET_MAX_WIDTH_PX, X_RAY_LAYERS } from '../../contract/limits'
import { unclobbered } from '../lib/dom'
import { nameOf } from './element-markup'

export interface Highlight {
  /** Shows the text of its pin. */
  point(isPointed: boolean): void
  /** @param box of its element on the screen; null hides it */
  draw(box: DOMRect | null): void
  remove(): void
}

interface HighlightStyle {
  className: string
  zIndex: number
  /** A small label at the frame's corner; its text shows while it is pointed at. */
  pin?: Pin | undefined
}

export interface Pin {
  numbers: readonly number[]
  text: string
  onChoose: () => void
}

/** A frame over an element, in the inspector's own layer: the page stays unchanged. */
export function createHighlight(layer: HTMLElement, { className, zIndex, pin }: HighlightStyle): Highlight {
  const node = layer.ownerDocument.createElement('div')
  node.className = `mark ${className}`
  node.style.setProperty('z-index', String(zIndex))
  if (pin) node.append(createPin(layer.ownerDocument, pin))
  let drawn = ''
  return {
    draw(box) {
      const wanted = box ? [box.left, box.top, box.width, box.height].join() : ''
      if (wanted === drawn) return
      drawn = wanted
      if (!box) return node.remove()
      node.style.setProperty('transform', `translate(${box.left}px, ${box.top}px)`)
      node.style.setProperty('width', `${box.width}px`)
      node.style.setProperty('height', `${box.height}px`)
      if (!node.isConnected) layer.append(node)
    },
    point: (isPointed) => void node.classList.toggle('pointed', isPointed),
    remove: () => node.remove(),
  }
}

/** For pointers only: the rows of the sidebar are the same for the keyboard. */
function createPin(document: Document, { numbers, text, onChoose }: Pin): HTMLElement {
  const pin = document.createElement('span')
  const label = document.createElement('span')
  pin.className = 'pin'
  pin.textContent = numbers.join(', ')
  label.className = 'text'
  label.textContent = text
  pin.append(label)
  pin.addEventListener('click', onChoose)
  return pin
}

/** The box of an element on the screen; null if it is hidden or off the screen. */
export function visibleBox(window: Window, element: Element): DOMRect | null {
  const own = unclobbered(element)
  const box = own.getBoundingClientRect()
  const { left, right, top, bottom } = box
  if (right <= 0 || bottom <= 0 || left >= window.innerWidth || top >= window.innerHeight) return null
  if (right === left && bottom === top) return null
  // Older browsers also highlight where a hidden element would be.
  return (own.checkVisibility?.({ visibilityProperty: true }) ?? true) ? box : null
}

const FLASH_MS = 1_600

interface Reveal {
  /**
   * Scrolls to an element and highlights it briefly. For one that is hidden or detached, to the nearest visible one
   * around it.
   * @returns why another element is shown; empty if it is this one
   */
  reveal(this: void, element: Element): string
  stop(this: void): void
}

/** @param placeOf the comment in place of a detached element */
export function createReveal(
  window: Window & typeof globalThis,
  layer: HTMLElement,
  placeOf: (element: Element) => Comment | undefined,
): Reveal {
  let stop = (): void => {}
  return {
    reveal(wanted) {
      stop()
      const place = onPage(wanted, placeOf)
      if (!place) return 'It is no longer on the page.'
      const { element, hiddenBy } = nearestVisible(window, place)
      const why = hiddenBy ? `Hidden by ${nameOf(hiddenBy)}. The element around it is shown instead.` : ''
      const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      // On a narrow screen, the sidebar covers the lower part.
      const block = window.innerWidth > SIDEBAR_SHEET_MAX_WIDTH_PX ? 'center' : 'start'
      unclobbered(element).scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block, inline: 'nearest' })
      stop = flash(window, layer, element)
      return why || (place === wanted ? '' : 'It was removed from the page. Its place is shown.')
    },
    stop: () => stop(),
  }
}

function onPage(wanted: Element, placeOf: (element: Element) => Comment | undefined): Element | null {
  let at: Element | null = wanted
  while (at && !unclobbered(at).isConnected) at = unclobbered(at).parentElement ?? placeOf(at)?.parentElement ?? null
  return at
}

/** The element itself, or the nearest one around it that is visible and the one inside that which hides it. */
function nearestVisible(window: Window, wanted: Element): { element: Element; hiddenBy: Element | null } {
  let hiddenBy: Element | null = null
  let at = wanted
  while (isHidden(at)) {
    const around = unclobbered(at).parentElement
    if (!around) break
    // The outermost cause: opening an inner one would show nothing. A closed <details> hides its content only.
    if (hides(window, at)) hiddenBy = at
    else if (around.matches('details:not([open])')) hiddenBy = around
    else hiddenBy ??= at
    at = around
  }
  return { element: at, hiddenBy }
}

/** Not merely scrolled away. */
function isHidden(element: Element): boolean {
  const own = unclobbered(element)
  return !(own.checkVisibility?.({ visibilityProperty: true }) ?? own.getClientRects().length > 0)
}

/** Whether it is the cause, not an element inside the cause. */
function hides(window: Window, element: Element): boolean {
  const { display, visibility } = window.getComputedStyle(element)
  const around = unclobbered(element).parentElement
  const isInherited = around !== null && window.getComputedStyle(around).visibility === visibility
  return display === 'none' || (visibility !== 'visible' && !isInherited)
}

function flash(window: Window, layer: HTMLElement, element: Element): () => void {
  const zIndex = INSPECTOR_Z_INDEX_BASE + Math.max(...Object.values(X_RAY_LAYERS)) + 1
  const highlight = createHighlight(layer, { className: 'flash', zIndex })
  let frame = 0
  const follow = (): void => {
    highlight.draw(visibleBox(window, element))
    frame = window.requestAnimationFrame(follow)
  }
  const stop = (): void => {
    clearTimeout(timer)
    window.cancelAnimationFrame(frame)
    highlight.remove()
  }
  const timer = setTimeout(stop, FLASH_MS)
  follow()
  return stop
}
