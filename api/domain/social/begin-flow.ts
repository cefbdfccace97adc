import type { ProviderFlow } from '../../../contract/providers'
import type { ProviderWishes } from '../../ports/provider-store'
import type { Services } from '../../ports/services'
import { ApiError } from '../api-error'
import type { AppDefinition } from '../app-definition'
import type { Mode } from '../mode'

/** What a hosted page read from the address that opened it. */
export interface FlowRequest {
  app: AppDefinition
  mode: Mode
  flow: ProviderFlow
  provider: string
  /** Checked by the page: the one origin that may be told how it ends. */
  openerOrigin: string
  openerState: string | null
  /** Full-page way: where to lead back to, on that origin; null in a window. */
  returnUrl: string | null
  challenge: string | null
  /** Who connects; null but for `connect`. */
  caller: { memberId: string; sessionDigest: string } | null
  wishes: ProviderWishes
  /** The caller's address. */
  address: string
}

export interface BegunFlow {
  /** Where to send the person. */
  authorizeUrl: URL
  /** For a cookie of this browser alone. */
  secret: string
  /** Tells this way from others of the same browser: names the cookie. */
  id: string
}

export type SocialServices = Pick<
  Services,
  'store' | 'secrets' | 'clock' | 'mirror' | 'rateLimiter' | 'socialProviders' | 'urls' | 'mailWaiting' | 'log'
>

/**
 * Notes what the page wants and says where to send the person.
 * @throws ApiError `provider-not-found`, `provider-not-configured`, `account-connect-requires-login`, `too-many-requests`
 */
export async function beginFlow(_services: SocialServices, _request: FlowRequest): Promise<BegunFlow> {
  throw new ApiError('provider-not-configured')
}
