import { $message, type Message } from '../../stores/feedback'
import { createPageSheet, type PageSheet } from '../page-sheet'
import { createBanner } from './banner'
import { findMessageElement } from './find-message-element'
import { canStandIn, keepReachable } from './keep-reachable'
import { bannerRules } from './message-rules'
import { openDialog } from './open-dialog'
import { showOn } from './show-on'

/**
 * Shows messages on the page, one at a time, from the present one on.
 * @returns hides what is shown and ends it
 */
export function startMessages(document: Document, window: Window & typeof globalThis): () => void {
  const banner = createBanner(document)
  let sheet: PageSheet | undefined
  const bannerElement = (isError: boolean): HTMLElement => {
    sheet ??= createPageSheet(document, window)
    sheet.set(bannerRules)
    return banner.element(isError)
  }
  let hide = (): void => {}
  const show = (message: Message | null): void => {
    hide()
    hide = () => {}
    if (!message) return
    const own = findMessageElement(document, message)
    const dialog = openDialog(document)
    const element = own && (!dialog || canStandIn(dialog, own)) ? own : bannerElement(message.isError)
    // First, for only what is written where it can be reached is announced.
    const putBack = keepReachable(element)
    // A newer message has its own time: only this one may end this one.
    const end = showOn(element, message.text, () => void ($message.get() === message && $message.set(null)))
    hide = () => {
      end()
      putBack()
    }
  }
  const stop = $message.subscribe(show)
  return () => {
    stop()
    hide()
    banner.remove()
  }
}
