import { type AttributeName, attributeRows, attributes } from './attributes'
import { unclobbered } from './lib/dom'
import { reportProblem, tryOrUndefined } from './lib/errors'
import { RELOAD_AFTER_LOGIN_MS } from '../contract/limits'
import { untilPageRestored } from './lib/page-lifecycle'
import { startLoading } from './stores/feedback'
import { $member } from './stores/identity'
import { emitInspection } from './stores/inspection'
import { $modalRequest } from './stores/modal'

/** The `redirect` or `data-redirect` of an element; null without one. */
export const redirectOf = (element: Element): string | null =>
  targetIn(element, attributes.redirect) ?? targetIn(element, attributes.dataRedirect)

/** The `data-ms-redirect` of an element; null without one. */
export const redirectOverrideOf = (element: Element | null | undefined): string | null =>
  element ? targetIn(element, attributes.redirectOverride) : null

/** `current-url` is the path of the page that contains the element. */
function targetIn(element: Element, name: AttributeName): string | null {
  const target = unclobbered(element).getAttribute(name) || null
  return target?.trim() === attributeRows.redirectOverride.values[0]
    ? new URL(element.ownerDocument.URL).pathname
    : target
}

/**
 * Goes to the first target on this site. A target may come from data and must not send a member who has just logged in
 * to another site.
 * @param targets in order of precedence; empty ones are skipped
 * @returns true if the page is being left
 */
export function followRedirect(window: Window, ...targets: readonly (string | null | undefined)[]): boolean {
  // A target from a response may have any type.
  for (const target of targets.filter((one) => typeof one === 'string')) {
    const url = target ? sameSiteUrl(window, target) : undefined
    if (url) return leaveFor(window, url)
    if (target) reportProblem('warn', `The redirect "${target}" leads to another site and was blocked.`)
  }
  return false
}

export function sameSiteUrl(window: Window, target: string): URL | undefined {
  const url = tryOrUndefined(() => new URL(target, window.document.baseURI))
  const { origin, protocol } = window.location
  return url?.origin === origin && url.protocol === protocol ? url : undefined
}

/** @returns true if the page is being left */
export function leaveFor(window: Window, url: URL): boolean {
  // A fragment of the current page only scrolls.
  const stays = url.hash !== '' && url.href.replace(url.hash, '') === window.location.href.replace(/#.*/, '')
  emitInspection({ kind: 'redirect', to: url.href })
  window.location.assign(url.href)
  if (stays) return false
  const end = startLoading()
  void untilPageRestored(window).then(end)
  return true
}

/**
 * Reloads the page after a login without a redirect: scripts that asked for the member at load see the new one only
 * then. Not if the page leaves by itself, shows a modal, or someone types. Pages prevent it with the event
 * `memberstack.reload`.
 */
export function reloadSoon(window: Window & typeof globalThis): void {
  const { document, location } = window
  const { href } = location
  const waiting = new window.AbortController()
  const { signal } = waiting
  const reload = (): void => {
    waiting.abort()
    if (location.href !== href || !$member.get() || $modalRequest.get() || !window.$memberstackDom) return
    const event = new window.CustomEvent('memberstack.reload', { bubbles: true, cancelable: true })
    if (document.dispatchEvent(event)) location.reload()
  }
  const timer = setTimeout(reload, RELOAD_AFTER_LOGIN_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  // The page may already be leaving, slowly: a reload would stop that.
  for (const type of ['beforeunload', 'pagehide']) window.addEventListener(type, () => waiting.abort(), { signal })
  window.addEventListener('input', ({ isTrusted }) => (isTrusted ? waiting.abort() : undefined), { signal })
}
