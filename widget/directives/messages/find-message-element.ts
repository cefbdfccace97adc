import { attributes, withAttribute } from '../../attributes'
import { unclobbered } from '../../lib/dom'
import type { Message } from '../../stores/feedback'

/** The page's own element for a message: one inside its scope first, else the first on the page; null without any. */
export function findMessageElement(document: Document, message: Message): HTMLElement | null {
  const selector = withAttribute(attributes.message, message.isError ? 'error' : 'success')
  // A form that has meanwhile left the page, as a signup form does for members, shows nothing any more.
  const scope = message.scope && unclobbered(message.scope)
  const own = scope?.isConnected ? scope.querySelector<HTMLElement>(selector) : null
  return own ?? document.querySelector<HTMLElement>(selector)
}
