import { attributes, withAttribute } from '../../attributes'
import { isParsed } from '../../lib/is-parsed'
import { unshadowed } from '../../lib/unshadowed'
import { createPageSheet } from '../page-sheet'
import { followContentState } from './content-state'
import { isFrameworkOwned, isMadeByTemplate } from './framework-owned'
import { createHiddenFields } from './hidden-fields'
import { hiddenContent, hidingRules } from './hiding-rules'
import { keepFocus } from './keep-focus'
import { oncePerTurn } from './once-per-turn'
import { createRemovals } from './removals'
import { letsShow } from './true-content'
import { createUnknownValues } from './unknown-values'

export interface Gate {
  /** Applies the gate to an element for as long as it is on the page; returns the end of that. */
  watch(element: Element): () => void
  /**
   * Tells, now and after every change, whether an element's own `data-ms-content` lets it show; without one it does
   * once the state is known. Returns the end of that.
   */
  follow(element: Element, tell: (shows: boolean) => void): () => void
  /** Applies the present state to the whole page. */
  apply(): void
  /** The same at the end of this turn, once for all who ask. */
  applySoon(): void
  /** Ends the following of the state. What is hidden or removed stays so: a gate that is gone must not open. */
  stop(): void
  /** Stops, and hides nothing any more: another gate has taken over. */
  release(): void
}

/**
 * Decides who sees what. A style sheet hides at once; nodes that are denied for certain are then taken off the page,
 * each leaving a comment, and the same nodes return when the state allows them.
 * @param always rules of others that hold from the first paint on too: one sheet is cheaper than two
 */
export function createGate(document: Document, window: Window & typeof globalThis, always = ''): Gate {
  const sheet = createPageSheet(document, window)
  const fields = createHiddenFields(document, window)
  const removals = createRemovals(document, () => applySoon.ask())
  const unknown = createUnknownValues()
  const watched = new Set<Element>()
  const followers = new Map<Element, (shows: boolean) => void>()
  const state = followContentState(apply)

  const shows = (element: Element): boolean | undefined => letsShow(state.now(), contentOf(element))
  const tellFollower = (element: Element, tell: (shows: boolean) => void): void =>
    tell(contentOf(element) === '' ? state.now().others !== 'none' : shows(element) === true)

  /** @returns where the focus was lost by it */
  function deny(element: Element): Node | null {
    const focused = hasFocus(element)
    const leaves = shows(element) === false && state.now().final && mayLeave(element)
    const place = (leaves && removals.remove(element)) || element
    return focused ? place : null
  }

  function apply(): void {
    sheet.set(always + hidingRules(state.now()))
    let lost: Node | null = null
    for (const element of watched) if (!shows(element)) lost = deny(element) ?? lost
    removals.putBack((element, place) => shows(element) === true || isToHide(element, place))
    for (const [element, tell] of followers) tellFollower(element, tell)
    fields.update(hiddenContent(state.now()))
    if (lost) keepFocus(removals.placeOnPage(lost), document)
  }

  const applySoon = oncePerTurn(apply)
  const updateFieldsSoon = oncePerTurn(() => fields.update(hiddenContent(state.now())))
  const stop = (): void => [state, unknown, fields, applySoon, updateFieldsSoon].forEach((part) => part.stop())
  apply()
  return {
    watch(element) {
      watched.add(element)
      unknown.note(contentOf(element))
      const lost = shows(element) ? null : deny(element)
      if (lost) keepFocus(lost, document)
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
      sheet.set('')
      fields.release()
    },
  }
}

const contentOf = (element: Element): string => unshadowed(element).getAttribute(attributes.content) ?? ''

function hasFocus(element: Element): boolean {
  const { activeElement, body } = element.ownerDocument
  return activeElement !== body && unshadowed(element).contains(activeElement)
}

/** The page's own skeleton is only ever hidden, and so is what the parser or a framework still works on. */
const mayLeave = (element: Element): boolean =>
  !unshadowed(element).matches('html,head,body') &&
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
  const chosen = unshadowed(element).closest(choice) ?? place?.parentElement?.closest(choice)
  return chosen?.getAttribute(attributes.gating) === 'hide'
}
