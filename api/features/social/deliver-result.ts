import { PROVIDER_ANSWER_LIFETIME_SECONDS } from '../../../contract/limits'
import type { ProviderAnswer } from '../../../contract/provider-answer'
import type { ProviderFlow } from '../../../contract/providers'
import type { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import type { ProviderFlowRow } from '../../ports/provider-store'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { deviceSeenAfter } from '../accounts/devices'
import { finishLogin } from '../accounts/login'
import type { ProviderIdentity } from '../apps/social-providers'
import { readMemberPlans } from '../plans/connections'
import { toMemberAuth } from '../plans/serializers'

export interface ProviderCallback {
  app: AppDefinition
  flow: ProviderFlowRow
  identity: ProviderIdentity
  /** IP address of the caller. */
  address: string
}

/** The result, for the security log. */
export interface FlowDone {
  came: ProviderFlow
  memberId: string
  /** False while the page has to fetch the result by a token. */
  isOver: boolean
}

/** The end of a flow: an answer for the opener of a window, or a page to return to, which fetches its answer by a token. */
export type FlowEnd = Pick<ProviderFlowRow, 'openerOrigin'> & { done?: FlowDone } & (
    | { answer: ProviderAnswer; returnUrl: null }
    | { returnUrl: string; token: string }
    | { returnUrl: string; error: { code: string; message: string } }
  )

type Opener = Pick<ProviderFlowRow, 'openerOrigin' | 'openerState'>

function answerOpener({ openerOrigin, openerState: state }: Opener, answer: ProviderAnswer): FlowEnd {
  return { openerOrigin, returnUrl: null, answer: { ...(state !== null && { state }), ...answer } }
}

export function failFlow(flow: Opener & Pick<ProviderFlowRow, 'returnUrl'>, { code, message }: ApiError): FlowEnd {
  const { openerOrigin, returnUrl } = flow
  const error = { code, message }
  return returnUrl === null ? answerOpener(flow, { error }) : { openerOrigin, returnUrl, error }
}

interface FlowResult {
  /** What happened, not what was asked for: a sign-up with an existing account is a login. */
  came: ProviderFlow
  member: MemberRow
  /** A sentence for the person, or null. */
  message: string | null
}

/**
 * Delivers the result to the page that asked, in the caller's transaction: by message from a window; by token to a full
 * page, because a URL must not contain a session. The session begins when the token is redeemed.
 */
export async function deliverResult(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, flow }: Pick<ProviderCallback, 'app' | 'flow'>,
  { came, member, message }: FlowResult,
): Promise<FlowEnd> {
  const done = { came, memberId: member.id, isOver: flow.returnUrl === null }
  if (flow.returnUrl !== null && flow.challenge !== null) {
    const { returnUrl, challenge } = flow
    const token = await saveAnswer(repositories, services, challenge, { came, member, message })
    return { openerOrigin: flow.openerOrigin, returnUrl, token, done }
  }
  const said = message !== null && { message }
  if (came === 'connect') return { ...answerOpener(flow, { data: connectedProviders(member), ...said }), done }
  const claim = await claimOf(repositories, services, member.id, flow.wishes.deviceId)
  const login = await finishLogin(repositories, services, app, member, { claim })
  const plans = await readMemberPlans(repositories, member.id)
  const event = eventOf(came)
  const data = toMemberAuth({ app, member, plans, ...login, event, includeContentGroups: undefined })
  return { ...answerOpener(flow, { data, came, ...said }), done }
}

/** The window's URL names the device without proof: a known one gets no new token, and is not trusted as known. */
async function claimOf(
  { devices }: Repositories,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
  deviceId: string | null | undefined,
): Promise<null | undefined> {
  if (!deviceId) return deviceId === undefined ? undefined : null
  const known = await devices.find(memberId, deviceId, deviceSeenAfter(clock.now()))
  return known ? undefined : null
}

export const connectedProviders = ({ providers }: Pick<MemberRow, 'providers'>) => ({
  providers: providers.map((provider) => ({ provider })),
})

export const eventOf = (came: 'signup' | 'login') => (came === 'signup' ? 'afterSignup' : 'afterLogin')

async function saveAnswer(
  { providerAnswers }: Repositories,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  challenge: string,
  { came, member, message }: FlowResult,
): Promise<string> {
  const token = secrets.sessionToken()
  const createdAt = clock.now()
  await providerAnswers.insert({
    answerDigest: secrets.digest(token),
    challenge,
    appId: member.appId,
    mode: member.mode,
    flow: came,
    memberId: member.id,
    message,
    createdAt,
    expiresAt: createdAt + PROVIDER_ANSWER_LIFETIME_SECONDS * 1000,
  })
  return token
}
