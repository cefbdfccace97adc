import { attributeRows, attributes, withAttribute } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import type { ProviderParams } from '../../public'
import { $member } from '../../stores/identity'

export const PROVIDER = withAttribute(attributes.authProvider)
export const DISCONNECT = withAttribute(attributes.authDisconnect)

/** The provider's key of a button; '' without one. */
export const providerOf = (button: Element): string => button.getAttribute(attributes.authProvider)?.trim() ?? ''

/** Whether it connects and disconnects instead of logging in. */
export const isManaged = (button: Element): boolean =>
  button.closest(withAttribute(attributes.auth, 'manage-providers')) !== null

export const isConnected = (key: string): boolean =>
  $member.get()?.auth.providers.some(({ provider }) => provider === key) ?? false

/** The form that a button is in, or names. */
export const formOf = (button: Element): HTMLFormElement | null =>
  isTag(button, 'button') || isTag(button, 'input') ? button.form : button.closest('form')

/** The `data-ms-auth-mode` of an element or around it, as parameters of a client call. */
export function modeOf(element: Element): Pick<ProviderParams, 'mode'> {
  const wanted = unclobbered(element).closest(withAttribute(attributes.authMode))?.getAttribute(attributes.authMode)
  const mode = attributeRows.authMode.values.find((one) => one === wanted)
  return mode ? { mode } : {}
}

/** The button of a `data-ms-auth-disconnect`: around it, or the nearest one, before it rather than after. */
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

/** Whether a `data-ms-auth-disconnect` is pressed by itself: any other is only a part of its button. */
export function isControl(element: Element): boolean {
  const around = element.closest(PROVIDER)
  return !around || (around !== element && element.matches('a[href],button,input'))
}

/**
 * Makes a button busy while any of its provider windows is open.
 * @returns begins one; the result ends it
 */
export function createBusy(button: HTMLElement): () => () => void {
  let open = 0
  return () => {
    open += 1
    button.setAttribute('aria-busy', 'true')
    return () => {
      open -= 1
      if (open === 0) button.removeAttribute('aria-busy')
    }
  }
}
