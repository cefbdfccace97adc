import { parseUrl } from '../../contract/parse-url'
import { ApiError } from '../domain/api-error'

/**
 * Refuses a form that another site's page submitted. Browsers that send Sec-Fetch-Site are taken at that word: our
 * pages have `Referrer-Policy: no-referrer`, which turns their own Origin header into `null`. A request without
 * either header comes from no browser, so there is no stored state it could abuse.
 * @param ownOrigin PUBLIC_API_URL
 * @throws {ApiError} `access-denied`
 */
export function requireSameOrigin(request: Request, ownOrigin: string): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const same = site === null ? origin === null || isOwn(origin, request, ownOrigin) : site === 'same-origin'
  if (!same) throw new ApiError('access-denied', { event: 'origin-refused' })
}

/** Our public origin, or the one this very request was sent to. */
function isOwn(origin: string, request: Request, ownOrigin: string): boolean {
  return origin === ownOrigin || parseUrl(origin)?.host === new URL(request.url).host
}
