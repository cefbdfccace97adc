import { clearMessage } from '../../stores/feedback'
import { actLikeButton } from '../act-like-button'
import type { Mount } from '../directive'

/** `data-ms-message-close`: hides the message. */
export const messageClose: Mount = (element, { signal }) => {
  actLikeButton(element, signal)
  // Authors draw it as a cross or an icon, which says nothing when read aloud.
  const named = element.matches('[aria-label],[aria-labelledby],[title]') || /\p{L}{2}/u.test(element.textContent)
  if (!named) element.setAttribute('aria-label', 'Close message')
  element.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      clearMessage()
    },
    { signal },
  )
}
