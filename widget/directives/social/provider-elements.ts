import { type AttributeName, attributeRows, attributes, withAttribute } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import type { ProviderParams } from '../../public'
import { $member } from '../../stores/identity'

export const PROVIDER = withAttribute(attributes.authProvider)
const MANAGED = `${withAttribute(attributes.auth, 'manage-providers')},${withAttribute(attributes.authManageProviders)}`
export const DISCONNECT = withAttribute(attributes.authDisconnect)

/** The provider key of a button; '' without one. */
export const providerOf = (button: Element): string => button.getAttribute(attributes.authProvider)?.trim() ?? ''

/** Whether it connects and disconnects instead of logging in. */
export const isManaged = (button: Element): boolean => button.closest(MANAGED) !== null

export const isConnected = (key: string): boolean =>
  $member.get()?.auth.providers.some(({ provider }) => provider === key) ?? false

/** Whether an attribute without a value is set. Code of a page may write `"false"`. */
export const isSet = (element: Element | null | undefined, name: AttributeName): boolean =>
  !!element && (unclobbered(element).getAttribute(name) ?? 'false').trim().toLowerCase() !== 'false'

/** `allowSignup` of a provider login, from an element with the attribute: true, or `"false"`. Else the app's policy decides. */
export function allowsSignup(...elements: (Element | null)[]): { allowSignup?: boolean } {
  const named = withAttribute(attributes.socialAllowSignup)
  const given = elements.filter((element) => element && unclobbered(element).matches(named))
  return given.length > 0 ? { allowSignup: given.some((element) => isSet(element, attributes.socialAllowSignup)) } : {}
}

/** The form around a button, or the one it names. */
export const formOf = (button: Element): HTMLFormElement | null =>
  isTag(button, 'button') || isTag(button, 'input') ? button.form : button.closest('form')

/** The `data-ms-auth-mode` on an element or around it, as parameters of a client call. */
export function modeOf(element: Element): Pick<ProviderParams, 'mode'> {
  const wanted = unclobbered(element).closest(withAttribute(attributes.authMode))?.getAttribute(attributes.authMode)
  const mode = attributeRows.authMode.values.find((one) => one === wanted)
  return mode ? { mode } : {}
}

/** The button of a `data-ms-auth-disconnect`: around it, or the nearest one, preferably before it. */
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

/** Whether a `data-ms-auth-disconnect` is clickable on its own. Any other is only part of its button. */
export function isControl(element: Element): boolean {
  const around = element.closest(PROVIDER)
  return !around || (around !== element && element.matches('a[href],button,input'))
}

/**
 * Makes a button busy while any of its provider windows is open.
 * @returns starts one; its result ends it
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
