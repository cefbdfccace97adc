import { ApiError, reasonOf, toApiError } from '../../lib/errors'
import type { SecurityEventName } from '../../lib/security-log'
import type { Services } from '../../http/services'
import { callbackUrl, requireProvider } from '../apps/social-providers'
import type { ProviderIdentity } from '../apps/social-providers'
import { flowIdOf, isOfMember, proofsOf } from './begin-flow'
import type { SocialServices } from './begin-flow'
import { failFlow } from './deliver-result'
import type { FlowDone, FlowEnd } from './deliver-result'
import { connectProvider, resolveIdentity, withUsableEmail } from './identity'
import { proveByProvider } from './prove'
import { consumeProviderFlow } from './repository'
import type { ProviderFlowRow } from './repository'
import { findAppById } from '../apps/repository'

export type { FlowEnd } from './deliver-result'

export interface FlowReturn {
  /** From the callback's path. */
  provider: string
  /** Query of the callback: `state`, `code` or `error`, `iss`. */
  parameters: URLSearchParams
  /** Reads the secret from the browser's cookie of this flow; null without one. */
  secretOf: (id: string) => string | null
  /** IP address of the caller. */
  address: string
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
  if (!isOfMember(flow.flow)) await services.rateLimiter.take('loginsPerAddress', back.address)
  const provider = requireProvider(services, app, flow.mode, flow.provider)
  // A callback of another provider: a mix-up attack.
  if (back.provider !== flow.provider) throw new ApiError('account-connect-failed')
  const identity = await provider.identify({
    state: taken.state,
    parameters: back.parameters,
    redirectUri: callbackUrl(services.urls, flow.provider),
    ...proofsOf(services.secrets, taken.secret),
  })
  const { address, userAgent } = back
  const callback = { app, flow, identity: checkIdentity(identity), address, userAgent }
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
