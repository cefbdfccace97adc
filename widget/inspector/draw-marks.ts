import { INSPECTOR_Z_INDEX_BASE, X_RAY_LAYERS } from '../../contract/limits'
import { createMark, type Mark } from './mark'
import type { XRayElement } from './store'
import { visibleBox } from './visible-box'
import { workInSlices } from './work-in-slices'

const levels = ['error', 'warning', 'found'] as const satisfies readonly (keyof typeof X_RAY_LAYERS)[]
type Level = (typeof levels)[number]
type Lists = Readonly<Record<Level, readonly XRayElement[]>>

export interface MarkDrawing {
  show(lists: Lists): void
  stop(): void
}

/** What is to be said of an element, by level. */
type Texts = Map<Level, string[]>

/** More than a screen has room for. */
const SHOWN_MAX = 1_000
/** How many of a page’s elements are looked for in each frame. */
const SOUGHT = 300

/**
 * Follows the marked elements frame by frame. Of a large page’s, those off the screen are looked for a part in each
 * frame; to have the browser watch all of them would take it longer than a frame.
 */
export function drawMarks(window: Window & typeof globalThis, layer: HTMLElement): MarkDrawing {
  const wanted = new Map<Element, Texts>()
  const shown = new Map<Element, Mark[]>()
  /** What a box around it does not cut off. */
  const uncut = new WeakSet<Element>()
  const observer = new window.IntersectionObserver((records) => {
    for (const { target, isIntersecting } of records) uncut[isIntersecting ? 'add' : 'delete'](target)
  })
  const drop = (element: Element): void => {
    observer.unobserve(element)
    for (const mark of shown.get(element) ?? []) mark.remove()
    shown.delete(element)
  }
  let place = wanted.entries()
  const seek = (): void => {
    for (let count = 0; count < SOUGHT; count += 1) {
      const { value } = place.next()
      if (!value) return void (place = wanted.entries())
      const [element, texts] = value
      if (shown.has(element) || shown.size >= SHOWN_MAX || !visibleBox(window, element)) continue
      shown.set(element, marksOf(layer, texts))
      observer.observe(element)
    }
  }
  let frame = 0
  const follow = (): void => {
    seek()
    const boxes = [...shown].map(([element, marks]) => ({ element, marks, box: visibleBox(window, element) }))
    for (const { element, marks, box } of boxes) {
      if (!box) drop(element)
      else for (const mark of marks) mark.draw(uncut.has(element) ? box : null)
    }
    frame = window.requestAnimationFrame(follow)
  }
  follow()
  let stopWork = (): void => {}
  return {
    show(lists) {
      stopWork()
      stopWork = workInSlices(window, exchange(lists, wanted, drop), () => {})
    },
    stop() {
      stopWork()
      window.cancelAnimationFrame(frame)
      observer.disconnect()
      for (const element of shown.keys()) drop(element)
    },
  }
}

/** A large page’s elements are not all exchanged at once; what is left over when this is given up, the next one does. */
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
    if (inWords(next.get(element)) !== inWords(texts)) {
      wanted.delete(element)
      // Found again it gets new marks.
      drop(element)
    }
    yield
  }
  for (const [element, texts] of next) {
    if (!wanted.has(element)) wanted.set(element, texts)
    yield
  }
}

const inWords = (texts: Texts | undefined): string => (texts ? [...texts].join() : '')

const marksOf = (layer: HTMLElement, texts: Texts): Mark[] =>
  [...texts].map(([level, messages]) =>
    createMark(layer, {
      className: level,
      zIndex: INSPECTOR_Z_INDEX_BASE + X_RAY_LAYERS[level],
      // What is right needs no words.
      text: level === 'found' ? undefined : messages.join(' · '),
    }),
  )
