import { attributes } from '../attributes'
import { clearMessage } from '../stores/feedback'
import type { Mount } from './directive'
import { actLikeButton } from './press'
import { pageText } from '../stores/texts'

/** `data-ms-message`: the page's own message element. It must be a live region before the first message. */
export const messageElement: Mount = (element) =>
  makeLiveRegion(element, element.getAttribute(attributes.message) === 'error')

/** `data-ms-message-close`: hides the message. */
export const messageClose: Mount = (element, { signal }) => {
  actLikeButton(element, signal)
  // An icon has no meaning for a screen reader.
  const named = element.matches('[aria-label],[aria-labelledby],[title]') || /\p{L}{2}/u.test(element.textContent)
  if (!named) element.setAttribute('aria-label', pageText('close_message_button'))
  element.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      clearMessage()
    },
    { signal },
  )
}

/** Screen readers announce errors immediately, successes at the next pause. */
export function makeLiveRegion(element: Element, isError: boolean): void {
  element.setAttribute('role', isError ? 'alert' : 'status')
  element.setAttribute('aria-live', isError ? 'assertive' : 'polite')
}
