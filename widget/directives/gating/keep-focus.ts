import { attributes, withAttribute } from '../../attributes'
import { unshadowed } from '../../lib/unshadowed'

const HEADINGS = 'h1,h2,h3,h4,h5,h6'
/** The browser decides which of these can really take it. Not a button that would undo what just happened. */
const TARGETS = `:is(${HEADINGS},a[href],button,input,select,textarea,summary,[tabindex]):not(${withAttribute(attributes.action, 'logout')})`
const REGIONS = 'main,dialog,[role="main"],[role="dialog"],body'

/**
 * Puts the focus near a place where it was lost: on the next heading or control after it within the same region of the
 * page, else on the region's first. Scrolls nothing.
 * @param place where the element with the focus stood or stands
 */
export function keepFocus(place: Node | null, document: Document): void {
  const around = place?.parentElement?.closest(REGIONS)
  if (!place || !around) return
  const targets = [...unshadowed(around).querySelectorAll<HTMLElement>(TARGETS)]
  const follows = (target: Element): boolean =>
    (place.compareDocumentPosition(target) &
      (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) ===
    Node.DOCUMENT_POSITION_FOLLOWING
  const next = targets.findIndex(follows)
  for (const target of [...targets.slice(next), ...targets]) {
    focusOn(target)
    if (document.activeElement === target) return
  }
}

/** A heading takes the focus for as long as it has it. */
function focusOn(target: HTMLElement): void {
  const borrowed = target.matches(`:is(${HEADINGS}):not([tabindex])`)
  const giveUp = (): void => target.removeAttribute('tabindex')
  if (borrowed) target.tabIndex = -1
  target.focus({ preventScroll: true })
  if (!borrowed) return
  if (target.ownerDocument.activeElement === target) target.addEventListener('blur', giveUp, { once: true })
  else giveUp()
}
