import { attributes, withAttribute } from '../../attributes'
import { errorText } from '../../lib/error-text'
import { startLoading } from '../../stores/loading'
import { actLikeButton } from '../act-like-button'
import type { Directive } from '../directive'
import { authoredRedirect, followRedirect } from '../redirects/redirect'
import { wishedRedirect } from '../redirects/redirect-override'

/** `data-ms-action="logout"`: ends the session. The gate's style sheet hides it while nobody is logged in. */
export const logout: Directive = {
  name: `${attributes.action}="logout"`,
  selector: withAttribute(attributes.action, 'logout'),
  watches: [attributes.action],
  mount(element, { client, window, signal }) {
    actLikeButton(element, signal)
    const run = async (): Promise<void> => {
      const authored = authoredRedirect(element) ?? wishedRedirect(element) ?? linkTarget(element)
      const endLoading = startLoading()
      element.setAttribute('aria-busy', 'true')
      try {
        const { data } = await client.logout()
        followRedirect(window, authored, data.redirect)
      } catch (error) {
        client._showMessage(errorText(error), true)
      } finally {
        endLoading()
        element.removeAttribute('aria-busy')
      }
    }
    element.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        if (element.getAttribute('aria-busy') !== 'true') void run()
      },
      { signal },
    )
  },
}

/** A link's own address is a wish too, unless it only fills the attribute. */
function linkTarget(element: Element): string | null {
  const href = element.getAttribute('href')?.trim() ?? ''
  return href === '' || href.startsWith('#') ? null : href
}
