import { ApiError, reasonOf, toApiError } from '../../lib/errors'
import type { SecurityEventName } from '../../lib/security-log'
import type { Services } from '../../http/services'
import { callbackUrl, requireProvider } from '../apps/social-providers'
import type { ProviderIdentity } from '../apps/social-providers'
import { flowIdOf, isOfMember, proofsOf, beginFlow, checkRequest, endFlow, keepFlow } from './begin-flow'
import type { SocialServices, BegunFlow, FlowRequest, FlowQuestion, Kept } from './begin-flow'
import { failFlow, answerOpener } from './deliver-result'
import type { FlowDone, FlowEnd, ProviderCallback } from './deliver-result'
import { connectProvider, resolveIdentity, withUsableEmail } from './identity'
import { consumeProviderFlow, findProviderConnection } from './repository'
import type { ProviderFlowRow } from './repository'
import { findAppById } from '../apps/repository'
import { checkPassword } from '../accounts/login'
import { findProof, reauthenticationMethods, renew } from '../accounts/step-up'
import type { MemberRow } from '../members/repository'
import { findMemberById } from '../members/repository'
import { matchCode } from '../second-factor/login'

export type { FlowEnd } from './deliver-result'

export interface FlowReturn {
  /** From the callback's path. */
  provider: string
  /** Query of the callback: `state`, `code` or `error`, `iss`. */
  parameters: URLSearchParams
  /** Reads the secret from the browser's cookie of this flow; null without one. */
  secretOf: (id: string) => string | null
  /** IP address of the caller. */
  ipAddress: string
  userAgent?: string | undefined
}

interface TakenFlow {
  flow: ProviderFlowRow
  state: string
  secret: string
}

/**
 * Turns the provider's callback into a login, a new member, a connection, or an error for the calling page.
 * @throws ApiError `provider-session-expired` if no page can be notified: the flow is unknown, over, or of another
 * browser
 */
export async function finishFlow(services: SocialServices, back: FlowReturn): Promise<FlowEnd> {
  const taken = await takeFlow(services, back)
  try {
    const end = await settle(services, taken, back)
    logFlowResult(services, taken.flow, end)
    return end
  } catch (thrown) {
    return failFlow(taken.flow, logFailure(services, taken.flow, thrown))
  }
}

/** Consumes the flow only in the browser that began it, which prevents login CSRF. */
async function takeFlow({ store, secrets, clock }: SocialServices, back: FlowReturn): Promise<TakenFlow> {
  const state = back.parameters.get('state') ?? ''
  const stateDigest = secrets.digest(state)
  const secret = back.secretOf(flowIdOf(stateDigest))
  const digests = secret !== null && { stateDigest, secretDigest: secrets.digest(secret) }
  const flow = digests && (await consumeProviderFlow(store, digests, clock.now()))
  if (!flow || secret === null || flow.identity !== null) throw new ApiError('provider-session-expired')
  return { flow, state, secret }
}

async function settle(services: SocialServices, taken: TakenFlow, back: FlowReturn): Promise<FlowEnd> {
  const { flow } = taken
  const app = await findAppById(services.store, flow.appId)
  if (!app) throw new ApiError('app-not-found')
  if (!isOfMember(flow.flow)) await services.rateLimiter.take('loginsPerAddress', back.ipAddress)
  const provider = requireProvider(services, app, flow.mode, flow.provider)
  // A callback of another provider: a mix-up attack.
  if (back.provider !== flow.provider) throw new ApiError('account-connect-failed')
  const identity = await provider.identify({
    state: taken.state,
    parameters: back.parameters,
    redirectUri: callbackUrl(services.urls, flow.provider),
    ...proofsOf(services.secrets, taken.secret),
  })
  const { ipAddress, userAgent } = back
  const callback = { app, flow, identity: checkIdentity(identity), ipAddress, userAgent }
  return enders[flow.flow](services, callback)
}

const enders = {
  signup: resolveIdentity,
  login: resolveIdentity,
  connect: connectProvider,
  prove: proveByProvider,
} as const

/** Without a subject, two accounts would be the same. */
function checkIdentity(identity: ProviderIdentity): ProviderIdentity {
  if (identity.subject === '') throw new ApiError('account-connect-failed')
  return withUsableEmail(identity)
}

function logFailure({ log, securityLog }: SocialServices, flow: ProviderFlowRow, thrown: unknown): ApiError {
  const { appId, mode, provider } = flow
  const error = toApiError(thrown)
  if (error.code === 'account-connect-failed')
    securityLog.write('login-refused', { appId, mode, method: 'provider', subject: provider, reason: error.code })
  const told = { appId, provider, code: error.code, reason: reasonOf(error.cause ?? error) }
  if (error.status >= 500) log.error(told, 'a social login failed')
  // An attack, or a wrong setting at the provider: the owner needs the reason.
  else if (error.code === 'account-connect-failed') log.info(told, 'a provider response did not identify a user')
  return error
}

const events = {
  signup: 'account-created',
  login: 'login-succeeded',
  connect: 'provider-linked',
} as const satisfies Record<FlowDone['came'], SecurityEventName>

/** Writes the security event. A login that the page still has to fetch is logged then. */
export function logFlowResult(
  { securityLog }: Pick<Services, 'securityLog'>,
  { appId, mode, provider }: ProviderFlowRow,
  { done }: FlowEnd,
): void {
  if (!done || (done.came === 'login' && !done.isOver)) return
  const { came, memberId } = done
  securityLog.write(events[came], { appId, mode, memberId, method: 'provider', subject: provider })
}

/**
 * A login with a connected provider proves that the caller is the member. The session gets a new token, which only the opener gets.
 * @throws ApiError `account-not-connected`, `account-connect-requires-login`, `client/invalid-token`, `reauthentication-required` for
 * members who must use a second factor, `too-many-requests`
 */
export async function proveByProvider(
  services: SocialServices,
  { app, flow, identity: { subject } }: ProviderCallback,
): Promise<FlowEnd> {
  const { appId, mode, provider, sessionDigest: tokenDigest } = flow
  const member = await memberOf(services, flow)
  await services.rateLimiter.take('stepUpsPerSession', tokenDigest ?? member.id)
  const { data } = await renew(services, { app, member, tokenDigest }, 'provider', async (tx, current) => {
    const methods = await reauthenticationMethods(tx, current)
    if (!methods.includes('provider')) throw new ApiError('reauthentication-required', { methods })
    const held = await findProviderConnection(tx, { appId, mode, provider, subject })
    if (held?.memberId !== current.id) throw new ApiError('account-not-connected')
  })
  return answerOpener(flow, { data })
}

/** @throws ApiError `account-connect-requires-login` */
async function memberOf({ store }: Pick<Services, 'store'>, { memberId }: ProviderFlowRow): Promise<MemberRow> {
  const member = memberId === null ? null : await findMemberById(store, memberId)
  if (!member) throw new ApiError('account-connect-requires-login')
  return member
}

/**
 * Pages of published clients cannot ask for a proof before they open the window that connects a provider, so the window asks.
 * @returns null if the member has proven themselves
 * @throws ApiError `reauthentication-required` for members whose proofs do not work here: they log in again and repeat it
 */
export async function askBeforeConnect(
  services: SocialServices,
  { app, caller, ipAddress: _ipAddress, ...flow }: FlowRequest,
): Promise<{ question: FlowQuestion; secret: string } | null> {
  const { store, secrets } = services
  const member = caller && (await findMemberById(store, caller.memberId))
  if (!member) return null
  checkRequest(services, { app, caller, ...flow })
  if ((await findProof(store, services, { app, member, tokenDigest: caller.sessionDigest })) !== null) return null
  const methods = await reauthenticationMethods(store, member)
  const proof = (['totp', 'password'] as const).find((one) => methods.includes(one))
  if (!proof) throw new ApiError('reauthentication-required', { methods })
  const secret = secrets.sessionToken()
  const row = { ...flow, ...caller, stateDigest: '', secretDigest: secrets.digest(secret), appId: app.id }
  const asked = { ...row, identity: null, createdAt: 0, expiresAt: 0 }
  const question = await store.transaction((tx) =>
    keepFlow(tx, services, { app, flow: asked }, { asks: 'proof', proof }),
  )
  return { question, secret }
}

/**
 * The reply to that question. The proof is good for this connection alone.
 * @returns null for a wrong password or code
 * @throws ApiError `too-many-requests`, `provider-session-expired` and those of `beginFlow`
 */
export async function connectAfterProof(
  services: Services,
  { app, flow }: FlowQuestion,
  { proof }: Extract<Kept, { asks: 'proof' }>,
  { typed, ipAddress }: { typed: string; ipAddress: string },
): Promise<{ begun: BegunFlow; wanted: FlowRequest } | null> {
  const member = await memberOf(services, flow)
  const { appId, mode, sessionDigest } = flow
  await services.rateLimiter.take('stepUpsPerSession', sessionDigest ?? member.id)
  const isRight =
    proof === 'password'
      ? await checkPassword(services, member, typed)
      : (await matchCode(services, member, typed)) !== null
  if (!isRight) {
    const reason = proof === 'password' ? 'invalid-password' : 'invalid-second-factor'
    services.securityLog.write('password-refused', { memberId: member.id, appId, mode, reason })
    return null
  }
  await endFlow(services, flow)
  const { provider, openerOrigin, openerState, returnUrl, challenge, wishes } = flow
  const asked = { flow: 'connect', provider, openerOrigin, openerState, returnUrl, challenge, wishes } as const
  const caller = { memberId: member.id, sessionDigest: sessionDigest ?? '' }
  const wanted = { app, mode, caller, ipAddress, ...asked }
  return { begun: await beginFlow(services, wanted), wanted }
}
