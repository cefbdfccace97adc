import { attributes, withAttribute } from '../attributes'

/** What stays on the page when it is clicked. A login-redirect that has nowhere to lead is the link that it is. */
const STAYING = `${withAttribute(attributes.modal)},${withAttribute(attributes.action)}:not(${withAttribute(attributes.action, 'login-redirect')})`

/**
 * htmx follows a boosted link although its click was prevented, and replaces the page under a modal that it should open.
 * @returns ends it
 */
export function keepFromBoosting(window: Window): () => void {
  const prevent = (event: Event): void => {
    const { target } = event
    if (isBoosted(event) && target instanceof Element && target.matches(STAYING)) event.preventDefault()
  }
  window.addEventListener('htmx:beforeRequest', prevent)
  return () => window.removeEventListener('htmx:beforeRequest', prevent)
}

const isBoosted = (event: Event): boolean => event instanceof CustomEvent && Boolean(event.detail?.boosted)
