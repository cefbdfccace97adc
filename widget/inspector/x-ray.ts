import { INSPECTOR_Z_INDEX_BASE, X_RAY_LAYERS } from '../../contract/limits'
import { createHighlight, type Highlight, visibleBox } from './highlight'
import { runTimeSliced } from './run-time-sliced'
import type { InspectorStore, XRayElement } from './store'

/**
 * Highlights the page's elements while the sidebar is open and X-ray is on.
 * @returns stops it
 */
export function startXRay(window: Window & typeof globalThis, layer: HTMLElement, store: InspectorStore): () => void {
  const choose = (number: number | undefined): void => {
    if (number === undefined) return
    store.showTab.set('inspector')
    store.chosenNumber.set(number)
  }
  const lists = { error: store.xRayErrorElements, warning: store.xRayWarningElements, found: store.xRayFoundElements }
  let drawing: HighlightLayer | null = null
  const look = (): void => {
    const isOn = store.showSidebar.get() && store.xRayMode.get()
    if (!isOn) drawing?.stop()
    drawing = isOn ? (drawing ?? renderHighlights(window, layer, choose)) : null
    drawing?.show({ error: lists.error.get(), warning: lists.warning.get(), found: lists.found.get() })
  }
  const point = (): void => drawing?.point(store.pointedElement.get())
  const stops = [store.showSidebar, store.xRayMode, ...Object.values(lists)].map((one) => one.listen(look))
  stops.push(store.pointedElement.listen(point))
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
  /** Shows the text at this element only. */
  point(element: Element | null): void
  stop(): void
}

/** The findings of an element, by level. */
type Findings = Map<Level, Pick<XRayElement, 'message' | 'number'>[]>

/** More than fit on a screen. */
const SHOWN_MAX = 1_000
/** How many off-screen elements are checked in each frame. */
const CHECKED_PER_FRAME = 300

type Choose = (number: number | undefined) => void

/**
 * Follows the highlighted elements frame by frame. Each frame checks only some off-screen elements: observing all
 * elements of a large page would take longer than a frame.
 */
function renderHighlights(window: Window & typeof globalThis, layer: HTMLElement, choose: Choose): HighlightLayer {
  const wanted = new Map<Element, Findings>()
  const shown = createShownHighlights(window, layer, choose)
  let place = wanted.entries()
  const seek = (): void => {
    for (let count = 0; count < CHECKED_PER_FRAME; count += 1) {
      const { value } = place.next()
      if (!value) return void (place = wanted.entries())
      const [element, findings] = value
      if (shown.hasRoomFor(element) && visibleBox(window, element)) shown.add(element, findings)
    }
  }
  let frame = 0
  const follow = (): void => {
    seek()
    shown.draw()
    frame = window.requestAnimationFrame(follow)
  }
  follow()
  let stopWork = (): void => {}
  return {
    show(lists) {
      stopWork()
      stopWork = runTimeSliced(window, exchange(lists, wanted, shown.drop), () => {})
    },
    point: shown.point,
    stop() {
      stopWork()
      window.cancelAnimationFrame(frame)
      shown.stop()
    },
  }
}

interface ShownHighlights {
  /** False if it has highlights already, or if there are enough of them. */
  hasRoomFor: (element: Element) => boolean
  add: (element: Element, findings: Findings) => void
  drop: (element: Element) => void
  /** Moves the highlights to where their elements are, and drops those of elements that left the screen. */
  draw: () => void
  /** Shows the text at this element only. */
  point: (element: Element | null) => void
  stop: () => void
}

/** The highlights of the elements on the screen. */
function createShownHighlights(
  window: Window & typeof globalThis,
  layer: HTMLElement,
  choose: Choose,
): ShownHighlights {
  const shown = new Map<Element, Highlight[]>()
  let pointed: Element | null = null
  /** Elements that no ancestor clips. */
  const unclipped = new WeakSet<Element>()
  const observer = new window.IntersectionObserver((records) => {
    for (const { target, isIntersecting } of records) unclipped[isIntersecting ? 'add' : 'delete'](target)
  })
  const drop = (element: Element): void => {
    observer.unobserve(element)
    for (const highlight of shown.get(element) ?? []) highlight.remove()
    shown.delete(element)
  }
  return {
    hasRoomFor: (element) => !shown.has(element) && shown.size < SHOWN_MAX,
    add(element, findings) {
      const highlights = highlightsOf(layer, findings, choose)
      for (const highlight of highlights) highlight.point(element === pointed)
      shown.set(element, highlights)
      observer.observe(element)
    },
    drop,
    draw() {
      const boxes = [...shown].map(([element, highlights]) => ({
        element,
        highlights,
        box: visibleBox(window, element),
      }))
      for (const { element, highlights, box } of boxes) {
        if (!box) drop(element)
        else for (const highlight of highlights) highlight.draw(unclipped.has(element) ? box : null)
      }
    },
    point(element) {
      pointed = element
      for (const [one, highlights] of shown) for (const highlight of highlights) highlight.point(one === element)
    },
    stop() {
      observer.disconnect()
      for (const element of shown.keys()) drop(element)
    },
  }
}

/** In steps, for large pages. The next exchange completes an interrupted one. */
function* exchange(
  lists: Lists,
  wanted: Map<Element, Findings>,
  drop: (element: Element) => void,
): Generator<undefined> {
  const next = new Map<Element, Findings>()
  for (const level of levels) {
    for (const { element, message, number } of lists[level]) {
      const findings: Findings = next.get(element) ?? new Map()
      next.set(element, findings.set(level, [...(findings.get(level) ?? []), { message, number }]))
      yield
    }
  }
  for (const [element, findings] of wanted) {
    if (asText(next.get(element)) !== asText(findings)) {
      wanted.delete(element)
      // It gets new highlights when it is found again.
      drop(element)
    }
    yield
  }
  for (const [element, findings] of next) {
    if (!wanted.has(element)) wanted.set(element, findings)
    yield
  }
}

const asText = (findings: Findings | undefined): string => (findings ? JSON.stringify([...findings]) : '')

const highlightsOf = (layer: HTMLElement, findings: Findings, choose: Choose): Highlight[] =>
  [...findings].map(([level, own]) =>
    createHighlight(layer, {
      className: level,
      zIndex: INSPECTOR_Z_INDEX_BASE + X_RAY_LAYERS[level],
      // A valid attribute needs no message.
      pin:
        level === 'found'
          ? undefined
          : {
              numbers: own.flatMap(({ number }) => number ?? []),
              text: own.map(({ message }) => message).join(' · '),
              onChoose: () => choose(own[0]?.number),
            },
    }),
  )
