import { attributes, withAttribute } from '../../attributes'
import { isParsed, keepFocus, placeBehind, unclobbered } from '../../lib/dom'
import { isFrameworkOwned, isMadeByTemplate } from './framework-owned'
import { createHiddenFields } from './hidden-fields'
import { hiddenContent } from './hiding-rules'
import { oncePerTurn } from './once-per-turn'
import { createRemovals } from './removals'
import { letsShow, type TrueContent } from './true-content'
import { createUnknownValues } from './unknown-values'

/** The part of a gate that works on elements: most pages have none. */
export interface GatedElements {
  watch(element: Element): () => void
  follow(element: Element, tell: (shows: boolean) => void): () => void
  /** Applies the present state to all of them. */
  apply(): void
  /** The same at the end of this turn, once for all who ask. */
  applySoon(): void
  stop(): void
  release(): void
}

interface GatedElementsSettings {
  document: Document
  window: Window & typeof globalThis
  /** What holds at present. */
  now: () => TrueContent
  /** Whether denied nodes may leave the page yet. */
  mayRemove: () => boolean
}

export function createGatedElements({ document, window, now, mayRemove }: GatedElementsSettings): GatedElements {
  const fields = createHiddenFields(document, window)
  const removals = createRemovals(document, () => applySoon.ask())
  const unknown = createUnknownValues()
  const watched = new Set<Element>()
  const followers = new Map<Element, (shows: boolean) => void>()

  const shows = (element: Element): boolean | undefined => letsShow(now(), contentOf(element))
  const tellFollower = (element: Element, tell: (shows: boolean) => void): void =>
    tell(contentOf(element) === '' ? now().others !== 'none' : shows(element) === true)

  /** @returns where the focus was lost by it */
  function deny(element: Element): Node | null {
    const focused = hasFocus(element)
    const leaves = mayRemove() && shows(element) === false && now().final && mayLeave(element)
    const place = (leaves && removals.remove(element)) || element
    return focused ? place : null
  }

  function apply(): void {
    let lost: Node | null = null
    for (const element of watched) if (!shows(element)) lost = deny(element) ?? lost
    removals.putBack((element, place) => shows(element) === true || isToHide(element, place))
    for (const [element, tell] of followers) tellFollower(element, tell)
    fields.update(hiddenContent(now()))
    const place = lost && removals.placeOnPage(lost)
    if (place) keepFocus(placeBehind(place))
  }

  const applySoon = oncePerTurn(apply)
  const updateFieldsSoon = oncePerTurn(() => fields.update(hiddenContent(now())))
  const stop = (): void => [unknown, fields, applySoon, updateFieldsSoon].forEach((part) => part.stop())
  return {
    watch(element) {
      watched.add(element)
      unknown.note(contentOf(element))
      const lost = shows(element) ? null : deny(element)
      if (lost) keepFocus(placeBehind(lost))
      // The parser brings many; at its end the gate is applied to the whole page.
      if (document.readyState !== 'loading') updateFieldsSoon.ask()
      return () => void watched.delete(element)
    },
    follow(element, tell) {
      followers.set(element, tell)
      tellFollower(element, tell)
      return () => void followers.delete(element)
    },
    apply,
    applySoon: () => applySoon.ask(),
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

/** The page's own skeleton is only ever hidden, and so is what the parser or a framework still works on. */
const mayLeave = (element: Element): boolean =>
  !unclobbered(element).matches('html,head,body') &&
  !isToHide(element) &&
  isParsed(element) &&
  !isFrameworkOwned(element) &&
  !isMadeByTemplate(element)

/**
 * Whether its author wants it hidden and not removed: by the element itself, or by the nearest around it that says.
 * @param place where it stood, if it is off the page
 */
function isToHide(element: Element, place?: Comment): boolean {
  const choice = withAttribute(attributes.gating)
  const chosen = unclobbered(element).closest(choice) ?? place?.parentElement?.closest(choice)
  return chosen?.getAttribute(attributes.gating) === 'hide'
}
