import { attributes, withAttribute } from '../attributes'
import { unshadowed } from './unshadowed'

const HEADINGS = 'h1,h2,h3,h4,h5,h6'
/** The browser decides which of these can really take it. Not a button that would undo what just happened. */
const TARGETS = `:is(${HEADINGS},a[href],button,input,select,textarea,summary,[tabindex]):not(${withAttribute(attributes.action, 'logout')})`
const REGIONS = 'main,dialog,[role="main"],[role="dialog"],body'

/**
 * Puts the focus near a place where it was lost: on the next heading or control behind it within the same region of the
 * page, else on the region's first. Scrolls nothing.
 */
export function keepFocus(place: Range): void {
  const { startContainer: container } = place
  const around = (container instanceof Element ? container : container.parentElement)?.closest(REGIONS)
  if (!around?.isConnected) return
  const targets = [...unshadowed(around).querySelectorAll<HTMLElement>(TARGETS)]
  const behind = targets.filter((target) => place.comparePoint(target, 0) > 0)
  for (const target of [...behind, ...targets]) {
    focusOn(target)
    if (target.ownerDocument.activeElement === target) return
  }
}

/** The place right behind a node. It moves with what is around it, and stays when the node leaves the page. */
export function placeBehind(node: Node): Range {
  const place = new Range()
  place.setStartAfter(node)
  return place
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
