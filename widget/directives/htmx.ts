import { attributes, withAttribute } from '../attributes'

/** A click on these stays on the page. A login-redirect without a target is a plain link. */
const STAYING = `${withAttribute(attributes.modal)},${withAttribute(attributes.action)}:not(${withAttribute(attributes.action, 'login-redirect')})`

/**
 * htmx follows a boosted link even if its click was prevented, and replaces the page under the modal.
 * @returns stops it
 */
export function preventHtmxBoost(window: Window): () => void {
  const prevent = (event: Event): void => {
    const { target } = event
    if (isBoosted(event) && target instanceof Element && target.matches(STAYING)) event.preventDefault()
  }
  window.addEventListener('htmx:beforeRequest', prevent)
  return () => window.removeEventListener('htmx:beforeRequest', prevent)
}

const isBoosted = (event: Event): boolean => event instanceof CustomEvent && Boolean(event.detail?.boosted)

/**
 * Hides a member's data while htmx stores a snapshot of the page in the browser.
 * @param signal stops it
 */
export function hideFromHtmxSnapshot(
  document: Document,
  signal: AbortSignal,
  hide: () => void,
  show: () => void,
): void {
  const onSnapshot = (): void => {
    hide()
    queueMicrotask(() => {
      if (!signal.aborted) show()
    })
  }
  document.addEventListener('htmx:beforeHistorySave', onSnapshot, { signal })
}
