import { attributes, attributeValues, withAttribute } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import type { ProviderParams } from '../../public'
import { $member } from '../../stores/identity'

export const PROVIDER = withAttribute(attributes.authProvider)

/** The key of the provider that a button names. */
export const providerOf = (button: Element): string => button.getAttribute(attributes.authProvider)?.trim() ?? ''

/** Whether it connects and disconnects, and does not log in. */
export const isManaged = (button: Element): boolean =>
  button.closest(withAttribute(attributes.auth, 'manage-providers')) !== null

export const isConnected = (key: string): boolean =>
  $member.get()?.auth.providers.some(({ provider }) => provider === key) ?? false

/** The form that a button works for: the one it stands in, or names. */
export const formOf = (button: Element): HTMLFormElement | null =>
  isTag(button, 'button') || isTag(button, 'input') ? button.form : button.closest('form')

/** Whether its author wants a window or the page's place for the provider. */
export function wayOf(element: Element): Pick<ProviderParams, 'mode'> {
  const wanted = unclobbered(element).closest(withAttribute(attributes.authMode))?.getAttribute(attributes.authMode)
  const mode = attributeValues.authMode.find((one) => one === wanted)
  return mode ? { mode } : {}
}
