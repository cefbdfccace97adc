import { $message, type Message } from '../../stores/message'
import { createPageSheet } from '../page-sheet'
import { createBanner } from './banner'
import { findMessageElement } from './find-message-element'
import { messageRules } from './message-rules'
import { showOn } from './show-on'

/**
 * Shows messages on the page, one at a time.
 * @returns hides what is shown and ends it
 */
export function startMessages(document: Document, window: Window & typeof globalThis): () => void {
  const banner = createBanner(document)
  let hide = (): void => {}
  const show = (message: Message | null): void => {
    hide()
    hide = () => {}
    if (!message) return
    const element = findMessageElement(document, message) ?? banner.element(message.isError)
    // A newer message has its own time: only this one may end this one.
    hide = showOn(element, message.text, () => void ($message.get() === message && $message.set(null)))
  }
  createPageSheet(document, window).set(messageRules)
  const stop = $message.listen(show)
  return () => {
    stop()
    hide()
    banner.remove()
  }
}
