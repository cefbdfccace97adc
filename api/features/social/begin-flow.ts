import { PROVIDER_FLOW_LIFETIME_MINUTES, KEPT_FLOW_LIFETIME_MINUTES } from '../../../contract/limits'
import type { ProviderFlow } from '../../../contract/providers'
import { ApiError } from '../../lib/errors'
import type { AppDefinition, CustomFieldDefinition } from '../apps/definition'
import type { Mode, Secrets } from '../../lib/ids'
import type { Services } from '../../http/services'
import { callbackUrl, requireProvider } from '../apps/social-providers'
import type { AuthorizationRequest, SocialProvider } from '../apps/social-providers'
import { readCustomFields } from '../members/fields'
import { findFreePlans } from '../plans/join'
import { findSession } from '../members/repository-sessions'
import { consumeConnectTicket, insertProviderFlow, consumeProviderFlow, findKeptFlow } from './repository'
import type { ProviderFlowRow, FlowOptions } from './repository'
import * as v from 'valibot'
import type { SecondStepChallenge } from '../../../contract/errors'
import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import type { Tx } from '../../database/db'
import { signInPolicy } from '../apps/sign-in-policy'

/** How the hosted page was opened. */
export interface FlowRequest extends Pick<
  ProviderFlowRow,
  'mode' | 'flow' | 'provider' | 'openerOrigin' | 'openerState' | 'returnUrl' | 'challenge' | 'wishes'
> {
  app: AppDefinition
  /** Null except for `connect` and `prove`. */
  caller: { memberId: string; sessionDigest: string } | null
  /** IP address of the caller. */
  ipAddress: string
}

export interface BegunFlow {
  authorizeUrl: URL
  /** Stored in a cookie of this browser. */
  secret: string
  /** Part of the cookie's name: a browser can have several flows. */
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
 * Stores the request and builds the provider's URL.
 * @throws ApiError `provider-not-found`, `provider-not-configured`, `account-connect-requires-login`,
 * `too-many-requests`, `provider-unavailable`, and errors of a sign-up for custom fields and plans
 */
export async function beginFlow(services: SocialServices, request: FlowRequest): Promise<BegunFlow> {
  const { secrets, rateLimiter, urls } = services
  await rateLimiter.take('providerFlowsPerAddress', request.ipAddress)
  const provider = checkRequest(services, request)
  const state = secrets.sessionToken()
  const secret = secrets.sessionToken()
  const stateDigest = secrets.digest(state)
  const redirectUri = callbackUrl(urls, request.provider)
  const asked = { state, redirectUri, appName: request.app.name, ...proofsOf(secrets, secret) }
  const authorizeUrl = await provider.authorize(asked)
  await saveFlow(services, request, { stateDigest, secretDigest: secrets.digest(secret) })
  return { authorizeUrl, secret, id: flowIdOf(stateDigest) }
}

const SHA256_HEX = /^[0-9a-f]{64}$/u

/**
 * Refuses an invalid request before the person goes to the provider and back.
 * @throws ApiError as `beginFlow`
 */
export function checkRequest(
  services: Pick<Services, 'socialProviders'>,
  { app, mode, flow, provider, caller, returnUrl, challenge, wishes }: Omit<FlowRequest, 'ipAddress'>,
): SocialProvider {
  const found = requireProvider(services, app, mode, provider)
  if (isOfMember(flow) && !caller) throw new ApiError('account-connect-requires-login')
  // A full page has no opener for the renewed session.
  if (flow === 'prove' && returnUrl !== null) throw new ApiError('invalid-field-value')
  if (returnUrl !== null && challenge === null) throw new ApiError('required-field-missing')
  if (challenge !== null && !SHA256_HEX.test(challenge)) throw new ApiError('invalid-field-value')
  if (flow === 'signup' || (flow === 'login' && wishes.allowSignup !== false)) {
    readCustomFields(app, wishes.customFields)
    findFreePlans(app, wishes.plans)
  }
  return found
}

async function saveFlow(
  { store, clock }: SocialServices,
  request: FlowRequest,
  digests: Pick<ProviderFlowRow, 'stateDigest' | 'secretDigest'>,
): Promise<void> {
  const { app, caller: opener, ipAddress: _ipAddress, ...flow } = request
  const caller = isOfMember(flow.flow) ? opener : null
  const createdAt = clock.now()
  await store.transaction(async (tx) => {
    const session = caller && (await findSession(tx, caller.sessionDigest, createdAt))
    // The session may end during the provider's call.
    if (caller && session?.memberId !== caller.memberId) throw new ApiError('account-connect-requires-login')
    await insertProviderFlow(tx, {
      ...digests,
      ...flow,
      appId: app.id,
      memberId: caller?.memberId ?? null,
      sessionDigest: caller?.sessionDigest ?? null,
      identity: null,
      createdAt,
      expiresAt: createdAt + PROVIDER_FLOW_LIFETIME_MINUTES * 60_000,
    })
  })
}

/** Flows of a logged-in member. */
export const isOfMember = (flow: ProviderFlow): boolean => flow === 'connect' || flow === 'prove'

/** A ticket works for its purpose alone: one for a proof is given without a proof. */
export const digestTicket = (secrets: Secrets, purpose: 'connect' | 'prove', ticket: string): string =>
  secrets.digest(purpose === 'connect' ? ticket : `${purpose} ${ticket}`)

interface ConnectProof {
  /** Default: `connect`. */
  purpose?: 'connect' | 'prove'
  /** From `createConnectTicket`; valid once. Null for published clients. */
  ticket: string | null
  /** Published clients send the session token itself. */
  sessionToken: string | null
}

/**
 * Finds the member who opened the window that connects a provider or proves by one.
 * @throws ApiError `account-connect-requires-login` for a proof that is missing, used, expired or of another app
 */
export async function findConnectCaller(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: { app: AppDefinition; mode: Mode },
  { purpose = 'connect', ticket, sessionToken }: ConnectProof,
): Promise<NonNullable<FlowRequest['caller']>> {
  const scope = { appId: owner.app.id, mode: owner.mode }
  const now = clock.now()
  if (ticket !== null) {
    const used = await consumeConnectTicket(store, digestTicket(secrets, purpose, ticket), scope, now)
    if (used) return { memberId: used.memberId, sessionDigest: used.sessionDigest }
  } else if (sessionToken !== null && purpose === 'connect') {
    const session = await findSession(store, secrets.digest(sessionToken), now)
    if (session?.appId === scope.appId && session.mode === scope.mode) {
      return { memberId: session.memberId, sessionDigest: session.tokenDigest }
    }
  }
  throw new ApiError('account-connect-requires-login')
}

const ID_CHARS = 16

/** Identifies a flow without revealing its `state`. */
export const flowIdOf = (stateDigest: string): string => stateDigest.slice(0, ID_CHARS)

/** PKCE verifier and nonce, derived from the browser's secret, so that they are not stored. */
export function proofsOf(secrets: Secrets, secret: string): Pick<AuthorizationRequest, 'verifier' | 'nonce'> {
  const derive = (purpose: string) => Buffer.from(secrets.digest(`${purpose} ${secret}`), 'hex').toString('base64url')
  return { verifier: derive('pkce'), nonce: derive('nonce') }
}

const identity = v.object({
  subject: v.string(),
  email: v.nullable(v.string()),
  emailVerified: v.boolean(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
})

/** What a flow keeps while its window asks. */
const kept = v.variant('asks', [
  v.object({ asks: v.literal('signup'), identity }),
  /** Before a published client connects a provider. */
  v.object({ asks: v.literal('proof'), proof: v.picklist(['password', 'totp']) }),
  v.object({ asks: v.literal('second-step'), came: v.picklist(['login', 'signup']), message: v.nullable(v.string()) }),
])

export type Kept = v.InferOutput<typeof kept>

/** A question that the provider's window asks before it answers. */
export interface FlowQuestion {
  app: AppDefinition
  flow: ProviderFlowRow
  kept: Kept
  /** For the form. With the browser's cookie of the flow it continues. */
  state: string
  /** Of the second step. */
  step?: SecondStepChallenge
}

export const CONTINUE_PATH = `${AUTH_PROVIDER_PATH}/continue`

const MINUTE_MS = 60_000

/** Stores the checked answer of the provider for ten minutes, in the caller's transaction. The browser's secret stays the same. */
export async function keepFlow(
  tx: Tx,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { app, flow }: { app: AppDefinition; flow: ProviderFlowRow },
  keeps: Kept,
): Promise<FlowQuestion> {
  const state = secrets.sessionToken()
  const createdAt = clock.now()
  const next = {
    ...flow,
    stateDigest: secrets.digest(state),
    identity: JSON.stringify(keeps),
    createdAt,
    expiresAt: createdAt + KEPT_FLOW_LIFETIME_MINUTES * MINUTE_MS,
  }
  await insertProviderFlow(tx, next)
  return { app, flow: next, kept: keeps, state }
}

/**
 * The flow that asked, if this browser began it. It is not consumed.
 * @throws ApiError `provider-session-expired`
 */
export async function findAskingFlow(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  state: string,
  secretOf: (id: string) => string | null,
): Promise<{ flow: ProviderFlowRow; kept: Kept }> {
  const stateDigest = secrets.digest(state)
  const secret = secretOf(flowIdOf(stateDigest))
  const digests = secret !== null && { stateDigest, secretDigest: secrets.digest(secret) }
  const flow = digests && (await findKeptFlow(store, digests, clock.now()))
  if (!flow || flow.identity === null) throw new ApiError('provider-session-expired')
  return { flow, kept: v.parse(kept, JSON.parse(flow.identity)) }
}

/** Once. @throws ApiError `provider-session-expired` */
export async function endFlow({ store, clock }: Pick<Services, 'store' | 'clock'>, flow: ProviderFlowRow) {
  if (!(await consumeProviderFlow(store, flow, clock.now()))) throw new ApiError('provider-session-expired')
}

/** Whether a login of a new person creates an account. */
export function signupFromLogin(app: AppDefinition, { allowSignup }: FlowOptions): 'ask' | 'allow' | 'deny' {
  if (allowSignup !== null) return allowSignup ? 'allow' : 'deny'
  return signInPolicy(app).socialSignupFromLogin
}

/** Required fields that no one filled in yet. */
export const missingFields = (app: AppDefinition, filled: Readonly<Record<string, unknown>>): CustomFieldDefinition[] =>
  app.customFields
    .filter(({ required, hidden, restrictToAdmin }) => required && !hidden && !restrictToAdmin)
    .filter(({ key, type }) => isEmpty(filled[key]) || (type === 'checkbox' && filled[key] === false))
    .toSorted((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity))

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
