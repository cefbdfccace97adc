import { unclobbered } from '../lib/dom'

/** Pages that move something change these all the time, and no rule reads them. */
const UNREAD = new Set(['class', 'style'])

/** The widget’s own things on the page. */
const OWN = 'ms-inspector, ms-modal-host, #ms-light-modal'

/**
 * Calls back when the page’s elements or attributes change, but for the widget’s own.
 * @returns undoes it
 */
export function watchPage(window: Window & typeof globalThis, onChange: () => void): () => void {
  const observer = new window.MutationObserver((records) => {
    if (records.some(matters)) onChange()
  })
  observer.observe(window.document, { childList: true, subtree: true, attributes: true })
  return () => observer.disconnect()
}

function matters({ target, attributeName, addedNodes, removedNodes }: MutationRecord): boolean {
  if (isOwn(target)) return false
  if (attributeName !== null) return !UNREAD.has(attributeName)
  // A text is none of the inspector’s business.
  return [...addedNodes, ...removedNodes].some((node) => node instanceof Element && !isOwn(node))
}

const isOwn = (node: Node): boolean => node instanceof Element && unclobbered(node).closest(OWN) !== null
