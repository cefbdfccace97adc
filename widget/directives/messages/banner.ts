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
      if (!banner.isConnected) (document.body ?? document.documentElement).append(banner)
      banner.dataset['kind'] = isError ? 'error' : 'success'
      announce(banner, isError)
      return banner
    },
    remove: () => banner?.remove(),
  }
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
