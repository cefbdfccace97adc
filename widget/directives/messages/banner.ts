import { attributes } from '../../attributes'
import { announce } from './announce'

/**
 * Our own message element, for pages that have none. It stands in the page's light DOM under the ids that people
 * already style (`ms-message`, `ms-status-close`).
 */
export function createBanner(document: Document): { element(isError: boolean): HTMLElement; remove(): void } {
  let banner: HTMLElement | undefined
  return {
    element(isError) {
      banner ??= build(document)
      moveInto(banner, document)
      banner.dataset['kind'] = isError ? 'error' : 'success'
      announce(banner, isError)
      return banner
    },
    remove: () => banner?.remove(),
  }
}

/** Behind a modal dialog of the page nothing can be seen or clicked: then it stands in the innermost one. */
function moveInto(banner: HTMLElement, document: Document): void {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const parent = dialog ?? document.body ?? document.documentElement
  if (banner.parentNode === parent) return
  parent.append(banner)
  // What is left to read when the dialog closes moves out of it.
  dialog?.addEventListener('close', () => banner.parentNode === dialog && moveInto(banner, document), { once: true })
}

function build(document: Document): HTMLElement {
  const banner = document.createElement('div')
  banner.id = 'ms-message'
  const icon = document.createElement('span')
  icon.id = 'ms-status-icon'
  icon.setAttribute('aria-hidden', 'true')
  const text = document.createElement('span')
  text.id = 'ms-message-text'
  text.setAttribute(attributes.messageText, '')
  const close = document.createElement('button')
  close.id = 'ms-status-close'
  close.type = 'button'
  close.textContent = '×'
  close.setAttribute('aria-label', 'Close message')
  close.setAttribute(attributes.messageClose, '')
  banner.append(icon, text, close)
  return banner
}
