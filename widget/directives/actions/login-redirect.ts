import { $member } from '../../stores/identity'
import { $readiness, waitUntilReady } from '../../stores/app'
import { actLikeButton } from '../act-like-button'
import type { Mount } from '../directive'
import { followRedirect } from '../redirects/redirect'

/**
 * `data-ms-action="login-redirect"`: takes a member to where a login would. For a visitor, or without such a place, a
 * link is the link that it is.
 */
export const loginRedirect: Mount = (element, { window, signal }) => {
  actLikeButton(element, signal)
  /** The same click again, once it is known who is there. */
  const clickLater = async (): Promise<void> => {
    await waitUntilReady()
    if (!signal.aborted) element.click()
  }
  element.addEventListener(
    'click',
    (event) => {
      const member = $member.get()
      // With a key held down it is a wish for a new tab or a download, which only the link itself can fulfil.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      if (member === undefined && $readiness.get() === 'waiting') void clickLater()
      else if (member?.loginRedirect) followRedirect(window, member.loginRedirect)
      else return
      event.preventDefault()
    },
    { signal },
  )
}
