import { INSPECTOR_Z_INDEX_BASE, X_RAY_LAYERS } from '../../contract/limits'
import { createMark, type Mark } from './mark'
import type { XRayElement } from './store'
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
const DRAWN_MAX = 1_000

/** Follows the marked elements frame by frame; those that are off the screen cost nothing. */
export function drawMarks(window: Window & typeof globalThis, layer: HTMLElement): MarkDrawing {
  const wanted = new Map<Element, Texts>()
  const drawn = new Map<Element, Mark[]>()
  const drop = (element: Element): void => {
    for (const mark of drawn.get(element) ?? []) mark.remove()
    drawn.delete(element)
  }
  const observer = new window.IntersectionObserver((records) => {
    for (const { target, isIntersecting } of records) {
      const texts = wanted.get(target)
      if (!isIntersecting || !texts) drop(target)
      else if (!drawn.has(target) && drawn.size < DRAWN_MAX) drawn.set(target, marksOf(layer, target, texts))
    }
  })
  let frame = 0
  const follow = (): void => {
    const marks = [...drawn.values()].flat()
    const boxes = marks.map((mark) => mark.read())
    marks.forEach((mark, index) => mark.draw(boxes[index] ?? null))
    frame = window.requestAnimationFrame(follow)
  }
  follow()
  let stopWork = (): void => {}
  const forget = (element: Element): void => {
    observer.unobserve(element)
    wanted.delete(element)
    drop(element)
  }
  return {
    show(lists) {
      stopWork()
      const watch = (element: Element): void => observer.observe(element)
      stopWork = workInSlices(window, exchange(lists, wanted, watch, forget), () => {})
    },
    stop() {
      stopWork()
      window.cancelAnimationFrame(frame)
      observer.disconnect()
      for (const element of drawn.keys()) drop(element)
    },
  }
}

/** A large page’s elements are not all exchanged at once; what is left over when this is given up, the next one does. */
function* exchange(
  lists: Lists,
  wanted: Map<Element, Texts>,
  watch: (element: Element) => void,
  forget: (element: Element) => void,
): Generator<undefined> {
  const next = new Map<Element, Texts>()
  for (const level of levels) {
    for (const { element, message } of lists[level]) {
      const texts = next.get(element) ?? new Map<Level, string[]>()
      next.set(element, texts.set(level, [...(texts.get(level) ?? []), message]))
      yield
    }
  }
  for (const [element, texts] of wanted) {
    // Watched anew it is told of again: that is how a mark changes.
    if (inWords(next.get(element)) !== inWords(texts)) forget(element)
    yield
  }
  for (const [element, texts] of next) {
    if (!wanted.has(element)) {
      wanted.set(element, texts)
      watch(element)
    }
    yield
  }
}

const inWords = (texts: Texts | undefined): string => (texts ? [...texts].join() : '')

const marksOf = (layer: HTMLElement, element: Element, texts: Texts): Mark[] =>
  [...texts].map(([level, messages]) =>
    createMark(layer, element, {
      className: level,
      zIndex: INSPECTOR_Z_INDEX_BASE + X_RAY_LAYERS[level],
      // What is right needs no words.
      text: level === 'found' ? undefined : messages.join(' · '),
    }),
  )
