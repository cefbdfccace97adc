import { unclobbered } from '../lib/dom'
import { reportProblem } from '../lib/errors'
import { domParsed } from '../lib/page-lifecycle'
import { readCart } from '../storage/pending'
import type { ElementEvents } from './element-events'
import { rules } from './rules'
import type { InspectedApp } from './rules/page'
import type { Rule } from './rules/rule'
import { runTimeSliced } from './run-time-sliced'
import { scan } from './scan'
import { cartItems, clickedItem, waitingIn } from './special-items'
import type { InspectorItem, InspectorStore, ItemType, XRayElement } from './store'

export interface Rescans {
  /** Scans soon, after a change of the page. */
  request(): void
  /** Scans immediately and replaces a running scan, after a change of app or path. */
  restart(): void
  stop(): void
}

/** Pause between scans of a changing page; longer if a scan takes long. */
const PAUSE_MS = 300
const PAUSE_MAX_MS = 3_000
const PAUSE_FACTOR = 4

const checked: readonly Rule[] = rules.filter((rule: Rule) => !rule.sourceOnly)

/** The number of an element, the same in every scan. */
const numberOf = createNumbers()

/** Scans the page after changes and stores the items. */
export function createRescans(
  window: Window & typeof globalThis,
  store: InspectorStore,
  events: ElementEvents,
  onScan: () => void,
): Rescans {
  let cancel: (() => void) | null = null
  let isRequestedAgain = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let tookMs = 0
  let ageMs = -1
  const done = (items: readonly InspectorItem[], beganAt: number): void => {
    tookMs = performance.now() - beganAt
    cancel = null
    store.cartData.set(waitingIn(readCart(window)))
    const clicked = events.clicked().map((element) => clickedItem(element, numberOf(element)))
    publish(store, [...cartItems(store.cartData.get()), ...clicked, ...items])
    if (isRequestedAgain) request()
  }
  function restart(): void {
    clearTimeout(timer)
    timer = undefined
    cancel?.()
    cancel = null
    isRequestedAgain = false
    const app = store.appData.get()
    if (!app || ageMs < 0) return
    onScan()
    const beganAt = performance.now()
    cancel = runTimeSliced(window, scanPage(window, app, events, ageMs), (items) => done(items, beganAt))
  }
  function request(): void {
    if (cancel) isRequestedAgain = true
    else timer ??= setTimeout(restart, Math.min(Math.max(PAUSE_MS, tookMs * PAUSE_FACTOR), PAUSE_MAX_MS))
  }
  const stopAging = whenPageAges(window.document, (age) => {
    ageMs = age
    restart()
  })
  return {
    request,
    restart,
    stop() {
      stopAging()
      cancel?.()
      clearTimeout(timer)
    },
  }
}

/** The page as it is, checked by the rules that are due. */
const scanPage = (
  { document, location }: Window,
  app: Omit<InspectedApp, 'rejectedIds'>,
  events: ElementEvents,
  ageMs: number,
) =>
  scan({
    document,
    location,
    app: { ...app, rejectedIds: events.rejectedIds() },
    rules: rulesAt(ageMs),
    removed: events.removed(),
    numberOf,
    onProblem,
  })

/** @param ageMs since the page was parsed */
const rulesAt = (ageMs: number): readonly Rule[] => checked.filter(({ afterMs = 0 }) => afterMs <= ageMs)

/** Calls back once the page is parsed, and at each age in milliseconds at which another rule becomes due. */
function whenPageAges(document: Document, onAge: (ageMs: number) => void): () => void {
  const timers: ReturnType<typeof setTimeout>[] = []
  let isOver = false
  const begin = (): void => {
    if (isOver) return
    onAge(0)
    for (const { afterMs } of checked) if (afterMs) timers.push(setTimeout(() => onAge(afterMs), afterMs))
  }
  void domParsed(document).then(begin)
  return () => {
    isOver = true
    timers.forEach((timer) => clearTimeout(timer))
  }
}

function publish(store: InspectorStore, items: readonly InspectorItem[]): void {
  const marked = (type: ItemType): XRayElement[] =>
    items.flatMap((item) =>
      item.type === type
        ? item.elements.map((element) => ({ element, message: textOf(item), number: item.number }))
        : [],
    )
  store.inspectorData.set(items)
  store.xRayErrorElements.set(marked('error'))
  store.xRayWarningElements.set(marked('warning'))
  store.xRayFoundElements.set(marked('found'))
}

const textOf = ({ title, message }: InspectorItem): string => (message ? `${title}. ${message}` : title)

const onProblem = ({ id }: Rule, error: unknown): void =>
  reportProblem('warn', `The rule "${id}" failed on this page.`, error)

function createNumbers(): (element: Element) => number {
  const numbers = new WeakMap<Element, number>()
  let last = 0
  return (element) => {
    const number = numbers.get(element) ?? (last += 1)
    numbers.set(element, number)
    return number
  }
}

/** Animations change these constantly, and no rule reads them. */
const UNREAD = new Set(['class', 'style'])

/** The widget's own elements on the page. */
const OWN = 'ms-inspector, .ms-modal-frame, ms-modal-host, #ms-light-modal'

/**
 * Calls back when elements or attributes of the page change, except the widget's own.
 * @returns stops it
 */
export function watchPage(window: Window & typeof globalThis, onChange: () => void): () => void {
  const observer = new window.MutationObserver((records) => {
    if (records.some(matters)) onChange()
  })
  observer.observe(window.document, { childList: true, subtree: true, attributes: true })
  return () => observer.disconnect()
}

function matters({ target, attributeName, addedNodes, removedNodes }: MutationRecord): boolean {
  if (isOwn(target)) return false
  if (attributeName !== null) return !UNREAD.has(attributeName)
  // No rule reads texts.
  return [...addedNodes, ...removedNodes].some((node) => node instanceof Element && !isOwn(node))
}

const isOwn = (node: Node): boolean => node instanceof Element && unclobbered(node).closest(OWN) !== null
