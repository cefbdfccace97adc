import type { Mount } from '../directive'
import { authoredRedirect, followRedirect } from '../redirects/redirect'
import { wishedRedirect } from '../redirects/redirect-override'
import { onPress } from './on-press'
import { actionRunner } from './run-action'

/** `data-ms-action="logout"`: ends the session. The gate's style sheet hides it while nobody is logged in. */
export const logout: Mount = (element, context) => {
  const { client, window } = context
  const run = actionRunner(element, context)
  onPress(element, context, () =>
    run(async () => {
      // Read before the answer: for visitors the element may be off the page.
      const authored = authoredRedirect(element) ?? wishedRedirect(element) ?? linkTarget(element)
      const { data } = await client.logout()
      return followRedirect(window, authored, data.redirect)
    }),
  )
}

/** A link's own address is a wish too, unless it only fills the attribute. */
function linkTarget(element: Element): string | null {
  const href = element.getAttribute('href')?.trim() ?? ''
  return href === '' || /^(#|javascript:)/i.test(href) ? null : href
}
