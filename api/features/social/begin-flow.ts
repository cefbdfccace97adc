import { PROVIDER_FLOW_LIFETIME_MINUTES } from '../../../contract/limits'
import type { ProviderFlow } from '../../../contract/providers'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import type { Mode } from '../../domain/mode'
import type { FlowOptions, ProviderFlowRow } from '../../ports/provider-store'
import type { Secrets } from '../../ports/secrets'
import type { Services } from '../../ports/services'
import { callbackUrl, requireProvider } from '../apps/social-providers'
import type { AuthorizationRequest } from '../apps/social-providers'
import { readCustomFields } from '../members/fields'
import { findFreePlans } from '../plans/join'

/** What the hosted page was opened with. */
export interface FlowRequest {
  app: AppDefinition
  mode: Mode
  flow: ProviderFlow
  provider: string
  /** Checked by the page: only this origin gets the result. */
  openerOrigin: string
  openerState: string | null
  /** Full-page flow: the page of that origin to return to; null in a window. */
  returnUrl: string | null
  challenge: string | null
  /** For `connect` only, otherwise null. */
  caller: { memberId: string; sessionDigest: string } | null
  wishes: FlowOptions
  /** IP address of the caller. */
  address: string
}

export interface BegunFlow {
  /** Where to send the person. */
  authorizeUrl: URL
  /** Kept in a cookie of this browser. */
  secret: string
  /** Names the cookie: one browser can have several flows. */
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
 * Stores the request and makes the URL of the provider.
 * @throws ApiError `provider-not-found`, `provider-not-configured`, `account-connect-requires-login`, `too-many-requests`,
 *   `provider-unavailable`, and what a sign-up throws for custom fields and plans
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
  await saveFlow(services, request, { stateDigest, secretDigest: secrets.digest(secret) })
  return { authorizeUrl, secret, id: flowIdOf(stateDigest) }
}

const SHA256_HEX = /^[0-9a-f]{64}$/u

/** Refuses a wrong request before the person goes to the provider and back. */
function checkRequest({ app, flow, caller, returnUrl, challenge, wishes }: FlowRequest): void {
  if (flow === 'connect' && !caller) throw new ApiError('account-connect-requires-login')
  if (returnUrl !== null && challenge === null) throw new ApiError('required-field-missing')
  if (challenge !== null && !SHA256_HEX.test(challenge)) throw new ApiError('invalid-field-value')
  if (flow === 'signup' || (flow === 'login' && wishes.allowSignup)) {
    readCustomFields(app, wishes.customFields)
    findFreePlans(app, wishes.plans)
  }
}

async function saveFlow(
  { store, clock }: SocialServices,
  request: FlowRequest,
  digests: Pick<ProviderFlowRow, 'stateDigest' | 'secretDigest'>,
): Promise<void> {
  const { app, mode, flow, provider, openerOrigin, openerState, returnUrl, challenge, wishes } = request
  const caller = flow === 'connect' ? request.caller : null
  const createdAt = clock.now()
  await store.transaction(async ({ sessions, providerFlows }) => {
    const session = caller && (await sessions.find(caller.sessionDigest, createdAt))
    // The session can end while the provider is called.
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

interface ConnectProof {
  /** From `createConnectTicket`; works once. Null for published clients. */
  ticket: string | null
  /** Published clients send the session token itself. */
  sessionToken: string | null
}

/**
 * Finds the member who opened the window that connects a provider.
 * @throws ApiError `account-connect-requires-login` without a proof, and for one that is used, expired or of another app
 */
export async function findConnectCaller(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: { app: AppDefinition; mode: Mode },
  { ticket, sessionToken }: ConnectProof,
): Promise<NonNullable<FlowRequest['caller']>> {
  const scope = { appId: owner.app.id, mode: owner.mode }
  const now = clock.now()
  if (ticket !== null) {
    const used = await store.connectTickets.consume(secrets.digest(ticket), scope, now)
    if (used) return { memberId: used.memberId, sessionDigest: used.sessionDigest }
  } else if (sessionToken !== null) {
    const session = await store.sessions.find(secrets.digest(sessionToken), now)
    if (session?.appId === scope.appId && session.mode === scope.mode) {
      return { memberId: session.memberId, sessionDigest: session.tokenDigest }
    }
  }
  throw new ApiError('account-connect-requires-login')
}

const ID_CHARS = 16

/** Identifies a flow without revealing its `state`. */
export const flowIdOf = (stateDigest: string): string => stateDigest.slice(0, ID_CHARS)

/** PKCE verifier and nonce, derived from the browser's secret so that they need no storage. */
export function proofsOf(secrets: Secrets, secret: string): Pick<AuthorizationRequest, 'verifier' | 'nonce'> {
  const derive = (purpose: string) => Buffer.from(secrets.digest(`${purpose} ${secret}`), 'hex').toString('base64url')
  return { verifier: derive('pkce'), nonce: derive('nonce') }
}
