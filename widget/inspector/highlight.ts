import { INSPECTOR_Z_INDEX_BASE, SIDEBAR_SHEET_MAX_WIDTH_PX, X_RAY_LAYERS } from '../../contract/limits'
import { unclobbered } from '../lib/dom'

export interface Highlight {
  /** @param box of its element on the screen; null hides it */
  draw(box: DOMRect | null): void
  remove(): void
}

export interface HighlightStyle {
  className: string
  zIndex: number
  text?: string | undefined
}

/** Nearer to the top of the screen there is no room for a label above. */
const LABEL_PX = 20

/** A frame over an element of the page, in the inspector's own layer: the page stays unchanged. */
export function createHighlight(layer: HTMLElement, { className, zIndex, text }: HighlightStyle): Highlight {
  const node = layer.ownerDocument.createElement('div')
  node.className = `mark ${className}`
  node.style.setProperty('z-index', String(zIndex))
  if (text) {
    const label = layer.ownerDocument.createElement('span')
    label.textContent = text
    node.append(label)
  }
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
      node.classList.toggle('within', box.top < LABEL_PX)
      if (!node.isConnected) layer.append(node)
    },
    remove: () => node.remove(),
  }
}

/** The box of an element on the screen; null if it is hidden or off the screen. */
export function visibleBox(window: Window, element: Element): DOMRect | null {
  const own = unclobbered(element)
  const box = own.getBoundingClientRect()
  const { left, right, top, bottom } = box
  if (right <= 0 || bottom <= 0 || left >= window.innerWidth || top >= window.innerHeight) return null
  if (right === left && bottom === top) return null
  // In older browsers the highlight also shows where a hidden element would be.
  return (own.checkVisibility?.({ visibilityProperty: true }) ?? true) ? box : null
}

const FLASH_MS = 1_600

export interface Reveal {
  /** Scrolls to an element and highlights it for a moment; for a detached one, to its original place. */
  reveal(this: void, element: Element): void
  stop(this: void): void
}

/** @param placeOf the comment in the place of a detached element */
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
      // On a narrow screen the sidebar covers the lower part.
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
