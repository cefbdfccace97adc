import type { Tx } from '../../database/db'
import { PROVIDER_ANSWER_LIFETIME_SECONDS } from '../../../contract/limits'
import type { ProviderAnswer } from '../../../contract/provider-answer'
import type { ProviderFlow } from '../../../contract/providers'
import type { SecondStepChallenge } from '../../../contract/errors'
import type { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import type { Services } from '../../http/services'
import { deviceSeenAfter } from '../accounts/devices'
import { finishLogin, secondStepError } from '../accounts/finish-login'
import type { ProviderIdentity } from '../apps/social-providers'
import { readMemberPlans } from '../plans/repository'
import { toMemberAuth } from '../plans/serializers'
import type { MemberRow } from '../members/repository'
import { keepFlow } from './begin-flow'
import type { FlowQuestion } from './begin-flow'
import { insertProviderResult } from './repository'
import type { ProviderFlowRow } from './repository'
import { findDevice } from '../accounts/repository-sign-in'

export interface ProviderCallback {
  app: AppDefinition
  flow: ProviderFlowRow
  identity: ProviderIdentity
  /** IP address of the caller. */
  ipAddress: string
  userAgent?: string | undefined
}

export interface FlowDone {
  came: Exclude<ProviderFlow, 'prove'>
  memberId: string
  /** False until the page fetches the result with a token. */
  isOver: boolean
}

/** A result for the window's opener, or a page to return to, which fetches its result with a token. */
export type FlowEnd = Pick<ProviderFlowRow, 'openerOrigin'> & { done?: FlowDone } & (
    | { answer: ProviderAnswer; returnUrl: null }
    | { returnUrl: string; token: string }
    | { returnUrl: string; error: { code: string; message: string } }
    | { returnUrl: string | null; question: FlowQuestion }
  )

type Opener = Pick<ProviderFlowRow, 'openerOrigin' | 'openerState'>

export function answerOpener({ openerOrigin, openerState: state }: Opener, answer: ProviderAnswer): FlowEnd {
  return { openerOrigin, returnUrl: null, answer: { ...(state !== null && { state }), ...answer } }
}

export function failFlow(
  flow: Opener & Pick<ProviderFlowRow, 'returnUrl'>,
  { code, message, step }: ApiError,
): FlowEnd {
  const { openerOrigin, returnUrl } = flow
  const error = { code, message, ...step }
  return returnUrl === null ? answerOpener(flow, { error }) : { openerOrigin, returnUrl, error }
}

interface FlowResult {
  /** The actual outcome: a sign-up with an existing account is a login. */
  came: FlowDone['came']
  member: MemberRow
  /** A sentence for the person, or null. */
  message: string | null
}

/**
 * Delivers the result to the calling page, in the caller's transaction: to a window's opener as a message, to a full
 * page as a token, because URLs must not contain a session. The session begins when the token is redeemed.
 */
export async function deliverResult(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  { app, flow, ipAddress, userAgent }: Omit<ProviderCallback, 'identity'>,
  { came, member, message }: FlowResult,
): Promise<FlowEnd> {
  const done = { came, memberId: member.id, isOver: flow.returnUrl === null }
  if (flow.returnUrl !== null && flow.challenge !== null) {
    const { returnUrl, challenge } = flow
    const token = await saveAnswer(tx, services, challenge, { came, member, message })
    return { openerOrigin: flow.openerOrigin, returnUrl, token, done }
  }
  const note = message !== null && { message }
  if (came === 'connect') return { ...answerOpener(flow, { data: connectedProviders(member), ...note }), done }
  const claim = await claimOf(tx, services, member.id, flow.wishes.deviceId)
  const event = eventOf(came)
  const request = { ipAddress, userAgent, origin: flow.openerOrigin, tokenDigest: null }
  const method = came === 'signup' ? 'signup' : 'provider'
  const login = await finishLogin(
    tx,
    services,
    { app, member },
    { method, claim, request, details: { event, ...note } },
  )
  if ('step' in login)
    return askSecondStep(tx, services, { app, flow }, { result: { came, message }, step: login.step })
  const plans = await readMemberPlans(tx, member.id)
  const { tokens, device } = login
  const data = toMemberAuth({ app, member, plans, tokens, device, event, includeContentGroups: undefined })
  return { ...answerOpener(flow, { data, came, ...note }), done }
}

/** A passkey belongs to the page's domain, and the setup needs its modal: the page asks for these, with the challenge of the answer. */
async function askSecondStep(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, flow }: Pick<ProviderCallback, 'app' | 'flow'>,
  {
    result: { came, message },
    step,
  }: { result: { came: 'login' | 'signup'; message: string | null }; step: SecondStepChallenge },
): Promise<FlowEnd> {
  if (!step.methods.includes('totp')) return failFlow(flow, secondStepError(step))
  const question = await keepFlow(tx, services, { app, flow }, { asks: 'second-step', came, message })
  return { openerOrigin: flow.openerOrigin, returnUrl: null, question: { ...question, step } }
}

/** The window's URL names the device without proof: a known one gets no new token, but is not trusted. */
async function claimOf(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
  deviceId: string | null | undefined,
): Promise<null | undefined> {
  if (!deviceId) return deviceId === undefined ? undefined : null
  const known = await findDevice(tx, memberId, deviceId, deviceSeenAfter(clock.now()))
  return known ? undefined : null
}

export const connectedProviders = ({ providers }: Pick<MemberRow, 'providers'>) => ({
  providers: providers.map((provider) => ({ provider })),
})

export const eventOf = (came: 'signup' | 'login'): 'afterSignup' | 'afterLogin' =>
  came === 'signup' ? 'afterSignup' : 'afterLogin'

async function saveAnswer(
  tx: Tx,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  challenge: string,
  { came, member, message }: FlowResult,
): Promise<string> {
  const token = secrets.sessionToken()
  const createdAt = clock.now()
  await insertProviderResult(tx, {
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
