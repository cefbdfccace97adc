import { INSPECTOR_Z_INDEX_BASE, X_RAY_LAYERS } from '../../contract/limits'
import { createHighlight, type Highlight, visibleBox } from './highlight'
import { runTimeSliced } from './run-time-sliced'
import type { InspectorStore, XRayElement } from './store'

/**
 * Highlights the page's elements while the sidebar is open and X-ray is on.
 * @returns ends it
 */
export function startXRay(window: Window & typeof globalThis, layer: HTMLElement, store: InspectorStore): () => void {
  const lists = { error: store.xRayErrorElements, warning: store.xRayWarningElements, found: store.xRayFoundElements }
  let drawing: HighlightLayer | null = null
  const look = (): void => {
    const isOn = store.showSidebar.get() && store.xRayMode.get()
    if (!isOn) drawing?.stop()
    drawing = isOn ? (drawing ?? renderHighlights(window, layer)) : null
    drawing?.show({ error: lists.error.get(), warning: lists.warning.get(), found: lists.found.get() })
  }
  const stops = [store.showSidebar, store.xRayMode, ...Object.values(lists)].map((one) => one.listen(look))
  look()
  return () => {
    for (const stop of stops) stop()
    drawing?.stop()
  }
}

const levels = ['error', 'warning', 'found'] as const satisfies readonly (keyof typeof X_RAY_LAYERS)[]
type Level = (typeof levels)[number]
type Lists = Readonly<Record<Level, readonly XRayElement[]>>

interface HighlightLayer {
  show(lists: Lists): void
  stop(): void
}

/** The messages for an element, by level. */
type Texts = Map<Level, string[]>

/** More than a screen has room for. */
const SHOWN_MAX = 1_000
/** How many off-screen elements are checked in each frame. */
const CHECKED_PER_FRAME = 300

/**
 * Follows the highlighted elements frame by frame. Each frame checks only some of those off the screen: observing all of
 * a large page's elements would take longer than a frame.
 */
function renderHighlights(window: Window & typeof globalThis, layer: HTMLElement): HighlightLayer {
  const wanted = new Map<Element, Texts>()
  const shown = new Map<Element, Highlight[]>()
  /** Elements that no box around them clips. */
  const unclipped = new WeakSet<Element>()
  const observer = new window.IntersectionObserver((records) => {
    for (const { target, isIntersecting } of records) unclipped[isIntersecting ? 'add' : 'delete'](target)
  })
  const drop = (element: Element): void => {
    observer.unobserve(element)
    for (const highlight of shown.get(element) ?? []) highlight.remove()
    shown.delete(element)
  }
  let place = wanted.entries()
  const seek = (): void => {
    for (let count = 0; count < CHECKED_PER_FRAME; count += 1) {
      const { value } = place.next()
      if (!value) return void (place = wanted.entries())
      const [element, texts] = value
      if (shown.has(element) || shown.size >= SHOWN_MAX || !visibleBox(window, element)) continue
      shown.set(element, highlightsOf(layer, texts))
      observer.observe(element)
    }
  }
  let frame = 0
  const follow = (): void => {
    seek()
    const boxes = [...shown].map(([element, highlights]) => ({ element, highlights, box: visibleBox(window, element) }))
    for (const { element, highlights, box } of boxes) {
      if (!box) drop(element)
      else for (const highlight of highlights) highlight.draw(unclipped.has(element) ? box : null)
    }
    frame = window.requestAnimationFrame(follow)
  }
  follow()
  let stopWork = (): void => {}
  return {
    show(lists) {
      stopWork()
      stopWork = runTimeSliced(window, exchange(lists, wanted, drop), () => {})
    },
    stop() {
      stopWork()
      window.cancelAnimationFrame(frame)
      observer.disconnect()
      for (const element of shown.keys()) drop(element)
    },
  }
}

/** In steps, for large pages; the next exchange completes one that was stopped. */
function* exchange(lists: Lists, wanted: Map<Element, Texts>, drop: (element: Element) => void): Generator<undefined> {
  const next = new Map<Element, Texts>()
  for (const level of levels) {
    for (const { element, message } of lists[level]) {
      const texts = next.get(element) ?? new Map<Level, string[]>()
      next.set(element, texts.set(level, [...(texts.get(level) ?? []), message]))
      yield
    }
  }
  for (const [element, texts] of wanted) {
    if (asText(next.get(element)) !== asText(texts)) {
      wanted.delete(element)
      // It gets new highlights when it is found again.
      drop(element)
    }
    yield
  }
  for (const [element, texts] of next) {
    if (!wanted.has(element)) wanted.set(element, texts)
    yield
  }
}

const asText = (texts: Texts | undefined): string => (texts ? [...texts].join() : '')

const highlightsOf = (layer: HTMLElement, texts: Texts): Highlight[] =>
  [...texts].map(([level, messages]) =>
    createHighlight(layer, {
      className: level,
      zIndex: INSPECTOR_Z_INDEX_BASE + X_RAY_LAYERS[level],
      // A valid attribute needs no message.
      text: level === 'found' ? undefined : messages.join(' · '),
    }),
  )
