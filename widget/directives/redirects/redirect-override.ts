import { attributes, withAttribute } from '../../attributes'
import { unclobbered } from '../../lib/dom'
import { storeRedirectOverride } from '../../storage/pending'
import { $member } from '../../stores/identity'
import type { Mount } from '../directive'
import { isSubmitButton } from '../forms/busy-form'

/** `data-ms-redirect`: remembers on a click where the next login or signup leads. */
export const redirectOverride: Mount = (element, { window, signal }) => {
  unclobbered(element).addEventListener(
    'click',
    () => {
      const wish = wishedRedirect(element)
      // Who is logged in needs no login on the way there.
      if (wish && !asksItself(element) && !$member.get()) storeRedirectOverride(window, wish)
    },
    // Before whatever acts on the click, and where a script of the page lets it go no further.
    { signal, capture: true },
  )
}

/** What an element's own `data-ms-redirect` says at the moment. */
export const wishedRedirect = (element: Element | null | undefined): string | null =>
  (element && unclobbered(element).getAttribute(attributes.redirectOverride)) || null

/** Forms of ours, buttons of providers and logouts read their own wish when they need it: it must not outlive a failure. */
function asksItself(element: Element): boolean {
  const asking = (isSubmitButton(element) && element.form) || element
  const reading = [attributes.form, attributes.authProvider].map((name) => withAttribute(name))
  return unclobbered(asking).matches([...reading, withAttribute(attributes.action, 'logout')].join())
}
