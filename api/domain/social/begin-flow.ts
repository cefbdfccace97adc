import { PROVIDER_FLOW_LIFETIME_MINUTES } from '../../../contract/limits'
import type { ProviderFlow } from '../../../contract/providers'
import type { ProviderFlowRow, ProviderWishes } from '../../ports/provider-store'
import type { Services } from '../../ports/services'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { readCustomFields } from '../../features/members/fields'
import type { Mode } from '../../lib/ids'
import { findFreePlans } from '../../features/plans/join'
import { callbackUrl } from './callback-url'
import { flowIdOf, proofsOf } from './flow-secrets'
import { requireProvider } from './offered-providers'

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
  | 'store'
  | 'secrets'
  | 'clock'
  | 'mirror'
  | 'rateLimiter'
  | 'socialProviders'
  | 'urls'
  | 'mailWaiting'
  | 'log'
  | 'securityLog'
  | 'storageLimits'
  | 'hasDiskRoom'
>

/**
 * Notes what the page wants and says where to send the person.
 *
 * @throws ApiError `provider-not-found`, `provider-not-configured`, `account-connect-requires-login`, `too-many-requests`,
 * `provider-unavailable`, and for wishes that cannot be granted what a sign-up does
 */
export async function beginFlow(services: SocialServices, request: FlowRequest): Promise<BegunFlow> {
  const { secrets, rateLimiter, urls } = services
  const { app, mode } = request
  await rateLimiter.take('providerFlowsPerAddress', request.address)
  const provider = requireProvider(services, app, mode, request.provider)
  checkRequest(request)
  const state = secrets.sessionToken()
  const secret = secrets.sessionToken()
  const stateDigest = secrets.digest(state)
  const redirectUri = callbackUrl(urls, request.provider)
  const asked = { state, redirectUri, appName: app.name, ...proofsOf(secrets, secret) }
  const authorizeUrl = await provider.authorize(asked)
  await noteFlow(services, request, { stateDigest, secretDigest: secrets.digest(secret) })
  return { authorizeUrl, secret, id: flowIdOf(stateDigest) }
}

const SHA256_HEX = /^[0-9a-f]{64}$/u

/** What is wrong with the page's request must not cost somebody the way to the provider and back. */
function checkRequest({ app, flow, caller, returnUrl, challenge, wishes }: FlowRequest): void {
  if (flow === 'connect' && !caller) throw new ApiError('account-connect-requires-login')
  if (returnUrl !== null && challenge === null) throw new ApiError('required-field-missing')
  if (challenge !== null && !SHA256_HEX.test(challenge)) throw new ApiError('invalid-field-value')
  if (flow === 'signup' || (flow === 'login' && wishes.allowSignup)) {
    readCustomFields(app, wishes.customFields)
    findFreePlans(app, wishes.plans)
  }
}

async function noteFlow(
  { store, clock }: SocialServices,
  request: FlowRequest,
  digests: Pick<ProviderFlowRow, 'stateDigest' | 'secretDigest'>,
): Promise<void> {
  const { app, mode, flow, provider, openerOrigin, openerState, returnUrl, challenge, wishes } = request
  const caller = flow === 'connect' ? request.caller : null
  const createdAt = clock.now()
  await store.transaction(async ({ sessions, providerFlows }) => {
    const session = caller && (await sessions.find(caller.sessionDigest, createdAt))
    // Logged out a moment ago, while the provider was asked.
    if (caller && session?.memberId !== caller.memberId) throw new ApiError('account-connect-requires-login')
    await providerFlows.insert({
      ...digests,
      appId: app.id,
      mode,
      flow,
      provider,
      openerOrigin,
      openerState,
      returnUrl,
      challenge,
      memberId: caller?.memberId ?? null,
      sessionDigest: caller?.sessionDigest ?? null,
      wishes,
      createdAt,
      expiresAt: createdAt + PROVIDER_FLOW_LIFETIME_MINUTES * 60_000,
    })
  })
}
