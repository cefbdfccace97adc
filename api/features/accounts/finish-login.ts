import type { Tokens } from '../../../contract/entities'
import type { SecondFactorMethod, SecondStepChallenge } from '../../../contract/errors'
import { LOGIN_STEP_LIFETIME_MINUTES, SECOND_STEP_TRIES } from '../../../contract/limits'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { signInPolicy } from '../apps/sign-in-policy'
import { insertMail, toOutboxRow } from '../mail/outbox'
import type { RequestContext, AppMember } from '../members/context'
import { isModerator } from '../members/fields'
import { recordLogin } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { deleteSessionsOfBrowser, hasSessionLike, insertSession, sessionEnd } from '../members/repository-sessions'
import { isActive, readMemberPlans } from '../plans/repository'
import { agentOf, findKnownDevice, networkOf, rememberDevice } from './devices'
import type { DeviceClaim } from './devices'
import { newDeviceMail, secondFactorSetupMail, accountKeptMail } from './mails'
import { newCode } from './codes'
import { insertCode } from './repository'
import { deleteRecovery, findDevice, findOrSetDeadline, findSecondFactors, insertLoginStep } from './repository-sign-in'

/** The first step of a login. `signup`: the member was made by this call. */
export type FirstStep = 'password' | 'code' | 'link' | 'provider' | 'passkey' | 'signup'

export type LoginRequest = Pick<RequestContext, 'ipAddress' | 'origin' | 'userAgent' | 'tokenDigest'>

/** Parts of the login's response in addition to the tokens; stored while it waits for its second step. */
export interface LoginDetails {
  event: 'afterSignup' | 'afterLogin'
  includeContentGroups?: boolean | undefined
  message?: string | undefined
  notice?: string | undefined
}

export interface LoginProof {
  method: FirstStep
  /** Device token of the call. */
  claim: DeviceClaim
  request: LoginRequest
  details: LoginDetails
  passwordWasSet?: boolean
  /** The login proved the email for the first time: no earlier device is known any more, so this one is not reported as new. */
  isFirstProof?: boolean
  /** The second step was done in this call. `remember`: this browser may skip it for a while. */
  secondStep?: { method: SecondFactorMethod; remember: boolean }
}

export interface FinishedLogin {
  tokens: Tokens
  /** For the browser to keep; undefined if it has one or asked for none. */
  device: string | undefined
}

/** A session, or what the caller must prove first. `requireLogin` tells them apart. */
export type LoginEnd = (FinishedLogin & { isMailed: boolean }) | { step: SecondStepChallenge; isMailed: boolean }

type LoginServices = Pick<Services, 'secrets' | 'clock' | 'urls'>

const MINUTE_MS = 60_000

/**
 * The end of every login. Creates the session, records the device and ends the browser's previous session; or, if the member or the policy
 * wants a second step, stores what the login waits for. Tokens are stored as digests.
 * @throws ApiError `account-suspended`
 */
export async function finishLogin(
  tx: Tx,
  services: LoginServices,
  { app, member }: AppMember,
  proof: LoginProof,
): Promise<LoginEnd> {
  const step = proof.secondStep ? null : await beginSecondStep(tx, services, { app, member }, proof)
  if (step) return step
  const { claim, passwordWasSet = false, secondStep, request, method } = proof
  const now = services.clock.now()
  const remembers = secondStep?.remember === true || (method === 'passkey' && claim !== undefined)
  const known = await rememberDevice(tx, services, member, {
    claim,
    passwordWasSet,
    secondStepAt: remembers ? now : null,
  })
  const isStrong = method === 'passkey' || secondStep !== undefined || !(await hasSecondFactor(tx, member.id))
  // The request to remove a lost second factor was not needed, or a stranger's.
  if (method === 'passkey' || secondStep) await deleteRecovery(tx, member.id)
  const isNew = await isNewDevice(tx, services, member, { proof, isNewToken: known.isNew })
  const session = {
    deviceId: known.deviceId,
    sessionId: services.secrets.id('ses'),
    methods: [method, ...(secondStep ? [secondStep.method] : [])].join(' '),
    // Without its second factor a login is no proof for sensitive acts.
    verifiedAt: isStrong ? now : null,
  }
  await deleteSessionsOfBrowser(tx, member, browserOf(proof, known.deviceId), now)
  const tokens = await startSession(tx, services, { app, member }, { request, session })
  if (method !== 'signup') await keepAccount(tx, services, { app, member })
  if (method !== 'signup')
    await tx.changes.memberEvent(member.id, 'member.login', { methods: session.methods.split(' ') })
  const isMailed = isNew && (await mailNewDevice(tx, services, { app, member }, request))
  return { tokens, device: known.token, isMailed }
}

/** Published clients, which send no device, may hold tokens of several members: their sessions stay. */
const browserOf = ({ claim, request }: Pick<LoginProof, 'claim' | 'request'>, deviceId: string | null) => ({
  deviceId,
  tokenDigest: claim === undefined ? null : request.tokenDigest,
})

/** A login on another site of the app. It has the level of the session that asked for it. */
export async function continueLogin(
  tx: Tx,
  services: LoginServices,
  { app, member }: AppMember,
  {
    claim,
    request,
    origin,
  }: Pick<LoginProof, 'claim' | 'request'> & { origin: { methods: string; verifiedAt: number | null } },
): Promise<FinishedLogin> {
  const { deviceId, token } = await rememberDevice(tx, services, member, { claim })
  await deleteSessionsOfBrowser(tx, member, browserOf({ claim, request }, deviceId), services.clock.now())
  const { methods, verifiedAt } = origin
  const session = { deviceId, sessionId: services.secrets.id('ses'), methods, verifiedAt }
  return { tokens: await startSession(tx, services, { app, member }, { request, session }), device: token }
}

/**
 * Call it after the commit, so that what the login waits for is stored.
 * @throws ApiError `second-factor-required`, `second-factor-setup-required`
 */
export function requireLogin({ mailWaiting }: Pick<Services, 'mailWaiting'>, end: LoginEnd): FinishedLogin {
  if (end.isMailed) mailWaiting()
  if ('step' in end) throw secondStepError(end.step)
  return { tokens: end.tokens, device: end.device }
}

export const secondStepError = (step: SecondStepChallenge): ApiError =>
  new ApiError(step.methods.length === 0 ? 'second-factor-setup-required' : 'second-factor-required', { step })

async function startSession(
  tx: Tx,
  { secrets, clock }: LoginServices,
  { app, member }: AppMember,
  {
    request,
    session,
  }: {
    request: LoginRequest
    session: { deviceId: string | null; sessionId: string; methods: string; verifiedAt: number | null }
  },
): Promise<Tokens> {
  const accessToken = secrets.sessionToken()
  const createdAt = clock.now()
  const { byAge, expiresAt } = sessionEnd(app, createdAt)
  await insertSession(tx, {
    tokenDigest: secrets.digest(accessToken),
    memberId: member.id,
    appId: member.appId,
    mode: member.mode,
    ...session,
    lastSeenAt: createdAt,
    network: networkOf(request.ipAddress),
    agent: agentOf(request.userAgent),
    isFormer: 0,
    createdAt,
    expiresAt,
  })
  await recordLogin(tx, member.id, createdAt)
  return { accessToken, expires: byAge, type: 'bearer' }
}

/** Null if the first step is enough. */
async function beginSecondStep(
  tx: Tx,
  services: LoginServices,
  { app, member }: AppMember,
  { method, claim, request, details }: LoginProof,
): Promise<Extract<LoginEnd, { step: object }> | null> {
  if (method === 'passkey') return null
  const { secrets, clock } = services
  const deviceId = await findKnownDevice(tx, services, member, claim)
  const methods = await findNeededStep(tx, services, { app, member }, deviceId)
  if (!methods) return null
  const challenge = `lgs_${secrets.sessionToken()}`
  const createdAt = clock.now()
  const expiresAt = createdAt + LOGIN_STEP_LIFETIME_MINUTES * MINUTE_MS
  await insertLoginStep(tx, {
    challengeDigest: secrets.digest(challenge),
    memberId: member.id,
    appId: member.appId,
    mode: member.mode,
    kind: methods.length === 0 ? 'setup' : 'second-factor',
    method,
    deviceId,
    origin: request.origin,
    triesLeft: SECOND_STEP_TRIES,
    details: JSON.stringify(details),
    createdAt,
    expiresAt,
  })
  // A published client has no page for the setup.
  const isMailed = methods.length === 0 && claim === undefined
  if (isMailed) {
    const mail = secondFactorSetupMail(app, services.urls, { token: challenge })
    await insertMail(tx, toOutboxRow(services, app, member, mail))
  }
  return { step: { challenge, methods, expires: expiresAt }, isMailed }
}

/** Published clients have no device token: a browser and network without a session are new. */
async function isNewDevice(
  tx: Tx,
  { clock }: LoginServices,
  member: MemberRow,
  { proof: { method, claim, request, isFirstProof = false }, isNewToken }: { proof: LoginProof; isNewToken: boolean },
): Promise<boolean> {
  if (isFirstProof || method === 'signup' || member.lastLoginAt === null || !member.verified) return false
  if (claim !== undefined) return isNewToken
  const facts = { network: networkOf(request.ipAddress), agent: agentOf(request.userAgent) }
  return !(await hasSessionLike(tx, member.id, facts, clock.now()))
}

/** @returns whether the app sends such mails */
async function mailNewDevice(
  tx: Tx,
  services: LoginServices,
  { app, member }: AppMember,
  request: LoginRequest,
): Promise<boolean> {
  if (!signInPolicy(app).newDeviceMail) return false
  // Each mail's link works, so that a second login does not disable the first mail.
  const { row, token } = newCode(
    services,
    member,
    { purpose: 'not-me', requestedFrom: request.ipAddress },
    { claim: null },
  )
  await insertCode(tx, row)
  const facts = { agent: agentOf(request.userAgent), network: networkOf(request.ipAddress), at: services.clock.now() }
  await insertMail(tx, toOutboxRow(services, app, member, newDeviceMail(app, services.urls, { token, ...facts })))
  return true
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether the member set one up. A passkey alone is a way in, not a second step of the others. */
const hasSecondFactor = async (db: Db, memberId: string): Promise<boolean> =>
  (await findSecondFactors(db, memberId)).hasTotp

/**
 * The steps that a login without a passkey still needs.
 * @param deviceId the known device of the call
 * @returns null for nothing; an empty list if the policy wants a second factor that the member has to set up first
 */
async function findNeededStep(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { app, member }: AppMember,
  deviceId: string | null,
): Promise<SecondFactorMethod[] | null> {
  const { hasTotp, hasPasskey, hasRecoveryCodes } = await findSecondFactors(tx, member.id)
  const isRequired = await isRequiredFor(tx, { app, member })
  if (!hasTotp && !isRequired) return null
  const { rememberDays, graceDays } = signInPolicy(app).secondFactor
  const now = clock.now()
  if (!hasTotp && !hasPasskey) {
    const dueAt = await findOrSetDeadline(tx, member.id, now + graceDays * DAY_MS)
    return dueAt > now ? null : []
  }
  const device = deviceId === null ? null : await findDevice(tx, member.id, deviceId, 0)
  const rememberedAt = device?.secondStepAt ?? null
  if (rememberedAt !== null && rememberedAt > now - rememberDays * DAY_MS) return null
  return [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasTotp ? (['totp'] as const) : []),
    ...(hasRecoveryCodes ? (['recovery-code'] as const) : []),
  ]
}

async function isRequiredFor(tx: Tx, { app, member }: AppMember): Promise<boolean> {
  const { all, plans, moderators } = signInPolicy(app).secondFactor.requiredFor
  if (all || (moderators && isModerator(app, member))) return true
  if (plans.length === 0) return false
  const { connections } = await readMemberPlans(tx, member.id)
  return connections.some((connection) => plans.includes(connection.planId) && isActive(connection))
}

/** At a login. @returns false if none was planned */
export async function keepAccount(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, member }: AppMember,
): Promise<boolean> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('plannedDeletions')
    .where('memberId', '=', member.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await insertMail(tx, toOutboxRow(services, app, member, accountKeptMail(app)))
  return true
}
