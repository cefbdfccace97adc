import type { ProviderFlowRow } from '../../ports/provider-store'
import type { ProviderIdentity } from '../../ports/social-providers'
import { ApiError, toApiError } from '../../lib/errors'
import { reasonOf } from '../payments/reason-of'
import type { SocialServices } from './begin-flow'
import { callbackUrl } from './callback-url'
import { connectProvider } from './connect-provider'
import { failFlow } from './flow-end'
import type { FlowEnd } from './flow-end'
import { flowIdOf, proofsOf } from './flow-secrets'
import { requireProvider } from './offered-providers'
import { settleIdentity } from './settle-identity'
import { tellFlow } from './tell-flow'
import { withUsableEmail } from './usable-email'

export type { FlowEnd } from './flow-end'

export interface FlowReturn {
  /** Of the callback's path. */
  provider: string
  /** What the provider led back with: `state`, `code` or `error`, `iss`. */
  parameters: URLSearchParams
  /** Answers the secret in the browser's cookie for the way with this id; null without one. */
  secretOf: (id: string) => string | null
  /** The caller's address. */
  address: string
}

/** A way that is over, and what only its browser knew. */
interface TakenFlow {
  flow: ProviderFlowRow
  state: string
  secret: string
}

/**
 * What the provider's answer comes to: a login, a new member, a connection, or an error for whoever asked.
 * @throws ApiError `provider-session-expired` where nobody can be told: the way is unknown, over, or another browser's
 */
export async function finishFlow(services: SocialServices, back: FlowReturn): Promise<FlowEnd> {
  const taken = await takeFlow(services, back)
  try {
    const end = await settle(services, taken, back)
    tellFlow(services, taken.flow, end)
    return end
  } catch (thrown) {
    return failFlow(taken.flow, tellLog(services, taken.flow, thrown))
  }
}

/** Once, and by the browser that began: an address that somebody else sends along leads nowhere. */
async function takeFlow({ store, secrets, clock }: SocialServices, back: FlowReturn): Promise<TakenFlow> {
  const state = back.parameters.get('state') ?? ''
  const stateDigest = secrets.digest(state)
  const secret = back.secretOf(flowIdOf(stateDigest))
  const digests = secret !== null && { stateDigest, secretDigest: secrets.digest(secret) }
  const flow = digests && (await store.providerFlows.consume(digests, clock.now()))
  if (!flow || secret === null) throw new ApiError('provider-session-expired')
  return { flow, state, secret }
}

async function settle(services: SocialServices, taken: TakenFlow, back: FlowReturn): Promise<FlowEnd> {
  const { flow } = taken
  const app = await services.store.apps.findById(flow.appId)
  if (!app) throw new ApiError('app-not-found')
  if (flow.flow !== 'connect') await services.rateLimiter.take('loginsPerAddress', back.address)
  const provider = requireProvider(services, app, flow.mode, flow.provider)
  // Led back to another provider's address: whoever answered is not the one who was asked.
  if (back.provider !== flow.provider) throw new ApiError('account-connect-failed')
  const identity = await provider.identify({
    state: taken.state,
    parameters: back.parameters,
    redirectUri: callbackUrl(services.urls, flow.provider),
    ...proofsOf(services.secrets, taken.secret),
  })
  const arrival = { app, flow, identity: checkIdentity(identity), address: back.address }
  return flow.flow === 'connect' ? connectProvider(services, arrival) : settleIdentity(services, arrival)
}

/** Two accounts without an id of their own would be one. */
function checkIdentity(identity: ProviderIdentity): ProviderIdentity {
  if (identity.subject === '') throw new ApiError('account-connect-failed')
  return withUsableEmail(identity)
}

function tellLog({ log, securityLog }: SocialServices, flow: ProviderFlowRow, thrown: unknown): ApiError {
  const { appId, mode, provider } = flow
  const error = toApiError(thrown)
  if (error.code === 'account-connect-failed')
    securityLog.write('login-refused', { appId, mode, method: 'provider', subject: provider, reason: error.code })
  const told = { appId, provider, code: error.code, reason: reasonOf(error.cause ?? error) }
  if (error.status >= 500) log.error(told, 'a social login failed')
  // An attack, or a setting that is wrong at the provider: the owner must be able to find out which.
  else if (error.code === 'account-connect-failed') log.info(told, 'a provider’s answer proved nobody')
  return error
}
