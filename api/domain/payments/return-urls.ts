import { ApiError } from '../../lib/errors'
import { checkOriginDomain } from '../check-origin-domain'
import type { RequestContext } from '../../ports/handler'

type Caller = Pick<RequestContext, 'app' | 'mode' | 'origin'>

export interface NamedUrls {
  success_url?: string | undefined
  cancel_url?: string | undefined
  return_url?: string | undefined
  /** The page that asks. */
  origin_url?: string | undefined
}

/**
 * The page that a caller is at, once all addresses that they name are of that site.
 * @throws ApiError `invalid-field-value` for an address of another site, `required-field-missing` when no page is known
 */
export function checkReturnUrls(caller: Caller, urls: NamedUrls): string {
  for (const url of [urls.success_url, urls.cancel_url, urls.return_url, urls.origin_url])
    checkOriginDomain(caller, url)
  const page = urls.origin_url ?? caller.origin
  if (page === null) throw new ApiError('required-field-missing')
  return page
}
