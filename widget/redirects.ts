import { attributes } from './attributes'
import { unclobbered } from './lib/dom'
import { reportProblem, tryOrUndefined } from './lib/errors'
import { untilPageRestored } from './lib/page-lifecycle'
import { startLoading } from './stores/feedback'
import { emitInspection } from './stores/inspection'

/** The present `redirect` or `data-redirect` of an element; null without one. */
export function redirectOf(element: Element): string | null {
  const own = unclobbered(element)
  return own.getAttribute(attributes.redirect) || own.getAttribute(attributes.dataRedirect) || null
}

/** The present `data-ms-redirect` of an element; null without one. */
export const redirectOverrideOf = (element: Element | null | undefined): string | null =>
  (element && unclobbered(element).getAttribute(attributes.redirectOverride)) || null

/**
 * Goes to the first target on this site. A target may come from data and must not send a member who has just logged in
 * to another site.
 * @param targets in order of precedence; empty ones are skipped
 * @returns true when the page is being left
 */
export function followRedirect(window: Window, ...targets: readonly (string | null | undefined)[]): boolean {
  // A target from a response may be anything.
  for (const target of targets.filter((one) => typeof one === 'string')) {
    const url = target ? sameSiteUrl(window, target) : undefined
    if (url) return leaveFor(window, url)
    if (target) reportProblem('warn', `The redirect "${target}" leads to another site and was not followed.`)
  }
  return false
}

export function sameSiteUrl(window: Window, target: string): URL | undefined {
  const url = tryOrUndefined(() => new URL(target, window.document.baseURI))
  const { origin, protocol } = window.location
  return url?.origin === origin && url.protocol === protocol ? url : undefined
}

/** @returns true when the page is being left */
export function leaveFor(window: Window, url: URL): boolean {
  // A fragment of the present page only scrolls.
  const stays = url.hash !== '' && url.href.replace(url.hash, '') === window.location.href.replace(/#.*/, '')
  emitInspection({ kind: 'redirect', to: url.href })
  window.location.assign(url.href)
  if (stays) return false
  const end = startLoading()
  void untilPageRestored(window).then(end)
  return true
}
