import { PROVIDER_ANSWER_LIFETIME_SECONDS } from '../../../contract/limits'
import type { ProviderFlow } from '../../../contract/providers'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { deviceSeenAfter } from '../accounts/devices'
import { finishLogin } from '../accounts/finish-login'
import { toMemberAuth } from '../../features/plans/serializers'
import { readMemberPlans } from '../../features/plans/connections'
import type { Arrival } from './arrival'
import { answerOpener } from './flow-end'
import type { FlowEnd } from './flow-end'

/** What a way to a provider came to. */
export interface Outcome {
  /** Not what was asked for: whoever signs up and has an account is logged in to it. */
  came: ProviderFlow
  member: MemberRow
  /** A sentence for the person; null: none. */
  message: string | null
}

/**
 * Tells the page that asked, in the caller's transaction. A window carries the answer itself. An address must not: the
 * page to lead back to gets a token, and what it asks for by that begins then.
 */
export async function handOver(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, flow }: Pick<Arrival, 'app' | 'flow'>,
  { came, member, message }: Outcome,
): Promise<FlowEnd> {
  const done = { came, memberId: member.id, isOver: flow.returnUrl === null }
  if (flow.returnUrl !== null && flow.challenge !== null) {
    const { returnUrl, challenge } = flow
    const token = await keepAnswer(repositories, services, challenge, { came, member, message })
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

/**
 * The window's address names the browser's device without proof: one that the member has needs no new token, and is not
 * taken for known. Published clients name none.
 */
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

async function keepAnswer(
  { providerAnswers }: Repositories,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  challenge: string,
  { came, member, message }: Outcome,
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
