import type { App } from '../../contract/entities'
import { attributes, withAttribute } from '../attributes'
import { isParsed, keepFocus, placeBehind, unclobbered } from '../lib/dom'
import { reportProblem } from '../lib/errors'
import { $app } from '../stores/app'
import { coalescePerTask } from './coalesce-per-task'
import { createDetachedNodes } from './detached-nodes'
import { isFrameworkOwned, isMadeByTemplate } from './framework-owned'
import { createHiddenFields } from './hidden-fields'
import { hiddenContent, isBuiltIn, letsShow, type VisibleContent } from './visible-content'

/** The part of a gate that works on elements: most pages have none. See `Gate` for its methods. */
export interface GatedElements {
  watch(element: Element): () => void
  follow(element: Element, notify: (shows: boolean) => void): () => void
  apply(): void
  applySoon(): void
  stop(): void
  release(): void
}

interface GatedElementsSettings {
  document: Document
  window: Window & typeof globalThis
  now: () => VisibleContent
  /** Whether denied nodes can be removed yet. */
  mayRemove: () => boolean
}

export function createGatedElements({ document, window, now, mayRemove }: GatedElementsSettings): GatedElements {
  const fields = createHiddenFields(document, window)
  const detached = createDetachedNodes(document, () => applySoon.request())
  const unknown = createUnknownValues()
  const watched = new Set<Element>()
  const followers = new Map<Element, (shows: boolean) => void>()

  const shows = (element: Element): boolean | undefined => letsShow(now(), contentOf(element))
  const notifyFollower = (element: Element, notify: (shows: boolean) => void): void =>
    notify(contentOf(element) === '' ? now().others !== 'none' : shows(element) === true)

  /** @returns where the focus was lost */
  function deny(element: Element): Node | null {
    const focused = hasFocus(element)
    const leaves = mayRemove() && shows(element) === false && now().final && mayLeave(element)
    const place = (leaves && detached.detach(element)) || element
    return focused ? place : null
  }

  function apply(): void {
    let lost: Node | null = null
    for (const element of watched) if (!shows(element)) lost = deny(element) ?? lost
    detached.reattach((element, place) => shows(element) === true || isOnlyHidden(element, place))
    for (const [element, notify] of followers) notifyFollower(element, notify)
    fields.update(hiddenContent(now()))
    const place = lost && detached.placeOnPage(lost)
    if (place) keepFocus(placeBehind(place))
  }

  const applySoon = coalescePerTask(apply)
  const updateFieldsSoon = coalescePerTask(() => fields.update(hiddenContent(now())))
  const stop = (): void => [unknown, fields, applySoon, updateFieldsSoon].forEach((part) => part.stop())
  return {
    watch(element) {
      watched.add(element)
      unknown.record(contentOf(element))
      const lost = shows(element) ? null : deny(element)
      if (lost) keepFocus(placeBehind(lost))
      // The parser adds many. The gate is applied to the whole page when parsing ends.
      if (document.readyState !== 'loading') updateFieldsSoon.request()
      return () => void watched.delete(element)
    },
    follow(element, notify) {
      followers.set(element, notify)
      notifyFollower(element, notify)
      return () => void followers.delete(element)
    },
    apply,
    applySoon: () => applySoon.request(),
    stop,
    release() {
      stop()
      fields.release()
    },
  }
}

const contentOf = (element: Element): string => unclobbered(element).getAttribute(attributes.content) ?? ''

function hasFocus(element: Element): boolean {
  const { activeElement, body } = element.ownerDocument
  return activeElement !== body && unclobbered(element).contains(activeElement)
}

/** The page's skeleton is only hidden, and so is everything the parser or a framework still works on. */
const mayLeave = (element: Element): boolean =>
  !unclobbered(element).matches('html,head,body') &&
  !isOnlyHidden(element) &&
  isParsed(element) &&
  !isFrameworkOwned(element) &&
  !isMadeByTemplate(element)

/**
 * Whether the nearest `data-ms-gating` (on the element or around it) says to hide instead of remove.
 * @param place its comment, if it is removed
 */
function isOnlyHidden(element: Element, place?: Comment): boolean {
  const selector = withAttribute(attributes.gating)
  const chosen = unclobbered(element).closest(selector) ?? place?.parentElement?.closest(selector)
  return chosen?.getAttribute(attributes.gating) === 'hide'
}

/** Warns in the console, once each, about values of `data-ms-content` that the app does not know. */
function createUnknownValues() {
  const recorded = new Set<string>()
  const stop = $app.listen((app, before) => {
    if (app && !before) for (const value of recorded) warnIfUnknown(value, app)
  })
  return {
    /** A value is checked once the app is known. */
    record(value: string): void {
      const app = $app.get()
      if (app && !recorded.has(value)) warnIfUnknown(value, app)
      recorded.add(value)
    },
    stop,
  }
}

function warnIfUnknown(value: string, { contentGroups, plans }: App): void {
  const name = value.replace(/^!/, '')
  if (
    value === '' ||
    isBuiltIn(name) ||
    contentGroups.some(({ key }) => key === name) ||
    plans.some(({ id }) => id === name)
  )
    return
  const effect = value === name ? 'it stays hidden' : 'everyone sees it'
  const known = 'built-in names, content group keys and plan IDs'
  reportProblem('warn', `Unknown value ${attributes.content}="${value}" (known: ${known}), so ${effect}.`)
}
