import { attributes, withAttribute } from '../../attributes'
import { PROVIDER } from './provider-of'

export const DISCONNECT = withAttribute(attributes.authDisconnect)

/** The button that a `data-ms-auth-disconnect` belongs to: around it, or the nearest one, rather before than after it. */
export function buttonOf(element: Element): HTMLElement | null {
  const around = element.closest<HTMLElement>(PROVIDER)
  if (around) return around
  for (let place = element.parentElement; place; place = place.parentElement) {
    const buttons = [...place.querySelectorAll<HTMLElement>(PROVIDER)]
    const isBefore = (button: Element): boolean =>
      (button.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    if (buttons.length > 0) return buttons.findLast(isBefore) ?? buttons[0] ?? null
  }
  return null
}

/** Whether it is pressed by itself: what is only a part of its button is pressed with that. */
export function isControl(element: Element): boolean {
  const around = element.closest(PROVIDER)
  return !around || (around !== element && element.matches('a[href],button,input'))
}
