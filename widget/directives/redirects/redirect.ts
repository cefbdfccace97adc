import { attributes } from '../../attributes'
import { attempt } from '../../lib/attempt'
import { reportProblem } from '../../lib/report-problem'
import { unshadowed } from '../../lib/unshadowed'

/** Where the element's author sends people afterwards, read at the moment of asking; null without a wish. */
export function authoredRedirect(element: Element): string | null {
  const own = unshadowed(element)
  return own.getAttribute(attributes.redirect) || own.getAttribute(attributes.dataRedirect) || null
}

/**
 * Goes to the first target there is. Only addresses of this site are followed: a target may come from data, and must
 * not be able to send a member who has just logged in elsewhere.
 * @param targets in order of precedence; empty ones are passed over
 */
export function followRedirect(window: Window, ...targets: readonly (string | null | undefined)[]): void {
  const target = targets.find(Boolean)
  if (!target) return
  const url = sameSiteUrl(window, target)
  if (url) window.location.assign(url)
  else reportProblem('warn', `The redirect "${target}" leads to another site and was not followed.`)
}

function sameSiteUrl(window: Window, target: string): string | null {
  const url = attempt(() => new URL(target, window.document.baseURI))
  const { origin, protocol } = window.location
  return url?.origin === origin && url.protocol === protocol ? url.href : null
}
