import { domParsed } from '../lib/page-lifecycle'
import { reportProblem } from '../lib/errors'
import { readCart } from '../storage/pending'
import { cartItems, waitingIn } from './cart-items'
import { clickedItem } from './clicked-item'
import type { InspectorItem, ItemType } from './item'
import { rules } from './rules'
import type { Rule } from './rules/rule'
import { scan } from './scan'
import type { InspectorStore, XRayElement } from './store'
import type { ToldElements } from './told-elements'
import { workInSlices } from './work-in-slices'

export interface Rescans {
  /** Some time soon: something of the page has changed. */
  ask(): void
  /** At once, in the place of one that is under way: what it began with holds no longer. */
  restart(): void
  stop(): void
}

/** How long a page may go on changing before it is looked at; longer where a look takes long. */
const PAUSE_MS = 300
const PAUSE_MAX_MS = 3_000
const PAUSE_FACTOR = 4

const checked: readonly Rule[] = rules.filter((rule: Rule) => !rule.sourceOnly)

/** Looks at the page as often as there is a reason to, and puts what it finds into the store. */
export function createRescans(
  window: Window & typeof globalThis,
  store: InspectorStore,
  told: ToldElements,
  onScan: () => void,
): Rescans {
  const numberOf = createNumbers()
  let giveUp: (() => void) | null = null
  let isAskedAgain = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let tookMs = 0
  let ageMs = -1
  const done = (items: readonly InspectorItem[], beganAt: number): void => {
    tookMs = performance.now() - beganAt
    giveUp = null
    const cart = waitingIn(readCart(window))
    store.cartData.set(cart)
    const clicked = told.clicked().map((element) => clickedItem(element, numberOf(element)))
    publish(store, [...cartItems(cart), ...clicked, ...items])
    if (isAskedAgain) ask()
  }
  function restart(): void {
    clearTimeout(timer)
    timer = undefined
    giveUp?.()
    giveUp = null
    isAskedAgain = false
    const app = store.appData.get()
    if (!app || ageMs < 0) return
    onScan()
    const beganAt = performance.now()
    const { document, location } = window
    const due = checked.filter(({ afterMs = 0 }) => afterMs <= ageMs)
    const given = { document, app, path: location.pathname, rules: due, removed: told.removed(), numberOf, onProblem }
    giveUp = workInSlices(window, scan(given), (items) => done(items, beganAt))
  }
  function ask(): void {
    if (giveUp) isAskedAgain = true
    else timer ??= setTimeout(restart, Math.min(Math.max(PAUSE_MS, tookMs * PAUSE_FACTOR), PAUSE_MAX_MS))
  }
  const stopAging = whenPageAges(window.document, (age) => {
    ageMs = age
    restart()
  })
  return {
    ask,
    restart,
    stop() {
      stopAging()
      giveUp?.()
      clearTimeout(timer)
    },
  }
}

/** Calls back once the page is parsed, and at each age, in milliseconds, at which one more rule may speak. */
function whenPageAges(document: Document, reach: (ageMs: number) => void): () => void {
  const timers: ReturnType<typeof setTimeout>[] = []
  let isOver = false
  const begin = (): void => {
    if (isOver) return
    reach(0)
    for (const { afterMs } of checked) if (afterMs) timers.push(setTimeout(() => reach(afterMs), afterMs))
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
      item.type === type ? item.elements.map((element) => ({ element, message: say(item) })) : [],
    )
  store.inspectorData.set(items)
  store.xRayErrorElements.set(marked('error'))
  store.xRayWarningElements.set(marked('warning'))
  store.xRayFoundElements.set(marked('found'))
}

const say = ({ title, message }: InspectorItem): string => (message ? `${title}. ${message}` : title)

const onProblem = ({ id }: Rule, error: unknown): void =>
  reportProblem('warn', `The check "${id}" could not read this page.`, error)

function createNumbers(): (element: Element) => number {
  const numbers = new WeakMap<Element, number>()
  let last = 0
  return (element) => {
    const number = numbers.get(element) ?? (last += 1)
    numbers.set(element, number)
    return number
  }
}
