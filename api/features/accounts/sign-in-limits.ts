import { tooManyTries } from '../../../contract/errors'
import type { LoginMethod } from '../../../contract/errors'
import { CAPTCHA_TOKEN_MAX_CHARS } from '../../../contract/limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import { tryTake, accountKey } from '../../http/rate-limits/limiter'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { offeredProviders } from '../apps/social-providers'
import { signInPolicy } from '../apps/sign-in-policy'
import type { RequestContext, AppMember } from '../members/context'
import { findMemberByEmail } from '../members/repository'
import type { MemberRow } from '../members/repository'
import type { Db } from '../../database/db'
import { findKnownDevice } from './devices'
import type { DeviceClaim } from './devices'
import { findSecondFactors } from './repository-sign-in'

/** A login, a proof of an email, or a request for a mailed code. */
export interface SignInAttempt {
  request: Pick<RequestContext, 'app' | 'mode' | 'origin' | 'ipAddress'>
  /** Rate limit key, whether or not the account exists. */
  account: string
  /** Null for an unknown email and for a sign-up. */
  member: MemberRow | null
  claim: DeviceClaim
  deviceId: string | null
  proofOfWork?: string | null | undefined
}

/**
 * Known devices have their own limit; all others share their IP address's. An unknown email costs the same.
 * @throws ApiError `too-many-requests`
 */
export async function readAttempt(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  request: SignInAttempt['request'],
  limit: RateLimitName,
  sent: { email: string; device?: DeviceClaim; proofOfWork?: string | null | undefined },
): Promise<SignInAttempt> {
  const { store, rateLimiter } = services
  const { app, mode, ipAddress } = request
  const claim = sent.device
  if (!claim) await rateLimiter.take(limit, ipAddress)
  const account = accountKey(app.id, mode, sent.email)
  const member = await findMemberByEmail(store, app.id, mode, sent.email)
  const deviceId = await findKnownDevice(store, services, member, claim)
  if (deviceId !== null) await rateLimiter.take('loginsPerKnownDevice', `${account} ${deviceId}`)
  else if (claim) await rateLimiter.take(limit, ipAddress)
  return { request, account, member, claim, deviceId, proofOfWork: sent.proofOfWork }
}

/** In the same order for every email. */
export function offeredMethods(
  services: Pick<Services, 'socialProviders'>,
  { app, mode }: Pick<RequestContext, 'app' | 'mode'>,
  methods: readonly LoginMethod[],
): LoginMethod[] {
  const offered = signInPolicy(app).methods
  const isOffered: Record<LoginMethod, boolean> = {
    ...offered,
    // A reset is of no use where passwords log no one in.
    reset: offered.password,
    provider: offeredProviders(services, app, mode).length > 0,
  }
  return methods.filter((method) => isOffered[method])
}

/**
 * Whether the member could log in without this provider, or without a passkey.
 * @param without a provider; null: passkeys
 */
export async function hasOtherLoginMethod(
  db: Db,
  services: Pick<Services, 'socialProviders'>,
  { app, member: { id, mode, passwordHash, providers, verified } }: AppMember,
  without: string | null,
): Promise<boolean> {
  const { password, code, link, passkey } = signInPolicy(app).methods
  const others = offeredProviders(services, app, mode).filter(({ provider }) => provider !== without)
  return (
    (password && passwordHash !== null) ||
    (verified && (code || link)) ||
    others.some(({ provider }) => providers.includes(provider)) ||
    (passkey && without !== null && (await findSecondFactors(db, id)).hasPasskey)
  )
}

/** @throws ApiError `too-many-requests` with `methods`: what works instead */
export async function takeOrOffer(
  { rateLimiter }: Pick<Services, 'rateLimiter'>,
  [limit, key]: readonly [limit: RateLimitName, key: string],
  methods: readonly LoginMethod[],
): Promise<void> {
  try {
    await rateLimiter.take(limit, key)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'too-many-requests') throw error
    throw tooManyTriesError(error.retryAfterSeconds ?? 1, methods)
  }
}

/** Without `passedLimit`: the limit was already logged. */
export function tooManyTriesError(seconds: number, methods: readonly LoginMethod[]): ApiError {
  const [first] = methods
  const minutes = String(Math.ceil(seconds / 60))
  return new ApiError('too-many-requests', {
    ...(first && { message: tooManyTries[first].replace('{minutes}', minutes) }),
    retryAfterSeconds: seconds,
    methods,
  })
}

export type Refund = () => Promise<void>

/**
 * Past the limit our client must solve a puzzle; published clients cannot and must wait.
 * @throws ApiError `proof-of-work-required` with the puzzle; `too-many-requests` with `methods`
 */
export async function takeOrProve(
  services: Pick<Services, 'rateLimiter' | 'proofOfWork'>,
  [limit, key]: readonly [limit: RateLimitName, key: string],
  { request, claim, proofOfWork: proof }: Pick<SignInAttempt, 'request' | 'claim' | 'proofOfWork'>,
  methods: readonly LoginMethod[],
): Promise<Refund> {
  const { rateLimiter, proofOfWork } = services
  if (claim === undefined) await takeOrOffer(services, [limit, key], methods)
  else if (!(await tryTake(rateLimiter, limit, key))) {
    const { app, mode, origin } = request
    const scope = { appId: app.id, mode, origin }
    const isSolved = proof && proof.length <= CAPTCHA_TOKEN_MAX_CHARS && (await proofOfWork.verify(proof, scope))
    if (!isSolved) throw new ApiError('proof-of-work-required', { puzzle: await proofOfWork.challenge(scope) })
    return async () => {}
  }
  return () => rateLimiter.refund(limit, key)
}

type Limits = Pick<Services, 'rateLimiter' | 'proofOfWork' | 'socialProviders'>

/**
 * Counts a try before comparing, so that parallel guesses share the limit: per request token, else per account. Wrong codes from unknown
 * devices also count per app, against guesses spread over accounts.
 * @param requestDigest null for published clients
 * @returns a refund, to be called when the code was right
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function takeCodeTry(
  services: Limits,
  attempt: SignInAttempt,
  purpose: CodeKind,
  requestDigest: string | null,
): Promise<Refund> {
  const { account, request } = attempt
  const again = offeredMethods(services, request, requestAgain[purpose])
  const others = offeredMethods(services, request, otherMethods[purpose])
  if (requestDigest === null) {
    await takeOrOffer(services, ['codeTriesPerRequest', `${account} ${purpose}`], again)
    await takeOrOffer(services, ['codeTriesPerAccount', account], others)
    await takeOrOffer(services, ['codeTriesPerAccountADay', account], others)
  } else await takeOrOffer(services, ['codeTriesPerRequest', requestDigest], again)
  return attempt.deviceId === null ? takeAppTry(services, attempt, others, requestDigest) : async () => {}
}

/** A request for a puzzle does not use up a try. */
async function takeAppTry(
  services: Limits,
  attempt: SignInAttempt,
  methods: readonly LoginMethod[],
  requestDigest: string | null,
): Promise<Refund> {
  const { rateLimiter } = services
  const { app, mode } = attempt.request
  const appKey = `${app.id} ${mode}`
  const claim = requestDigest === null ? undefined : (attempt.claim ?? null)
  const inAll = ['codeFailuresPerAppInAll', appKey] as const
  await takeOrOffer(services, inAll, methods)
  try {
    const refund = await takeOrProve(services, ['codeFailuresPerApp', appKey], { ...attempt, claim }, methods)
    return async () => {
      await refund()
      await rateLimiter.refund(...inAll)
    }
  } catch (error) {
    await rateLimiter.refund(...inAll)
    if (requestDigest !== null) await rateLimiter.refund('codeTriesPerRequest', requestDigest)
    throw error
  }
}

type CodeKind = 'login' | 'signup' | 'reset' | 'reauthenticate'

/** Other methods to offer, best first. */
const otherMethods: Record<CodeKind, readonly LoginMethod[]> = {
  login: ['link', 'passkey', 'provider', 'password'],
  signup: ['password', 'provider'],
  reset: ['reset', 'code', 'provider'],
  reauthenticate: ['password', 'provider'],
}

/** When one code's tries are used up, a new code works too. */
const requestAgain: Record<CodeKind, readonly LoginMethod[]> = {
  login: ['code', 'link', 'passkey', 'provider', 'password'],
  signup: ['code', 'password', 'provider'],
  reset: ['reset', 'code', 'provider'],
  reauthenticate: ['code', 'password', 'provider'],
}

const publishedMails = {
  login: 'passwordlessMailsPerAccount',
  signup: 'passwordlessMailsPerAccount',
  reset: 'resetMailsPerAccount',
  reauthenticate: 'passwordlessMailsPerAccount',
} as const

/**
 * Known devices, unknown devices and published clients have separate limits.
 * @returns whether the mail may have a code; past the daily limit of unknown devices, a mail with a link has no code
 * @throws ApiError `too-many-requests` with `methods`
 */
export async function takeCodeMail(
  services: Pick<Services, 'rateLimiter' | 'socialProviders'>,
  { account, request, claim, deviceId }: SignInAttempt,
  kind: CodeKind,
): Promise<boolean> {
  const methods = offeredMethods(services, request, otherMethods[kind])
  const key = `${account} ${kind}`
  const offersLink = signInPolicy(request.app).methods.link
  if (claim === undefined) {
    await takeOrOffer(services, [publishedMails[kind], account], methods)
    // A new code has its own tries.
    await services.rateLimiter.clear('codeTriesPerRequest', key)
  } else if (deviceId !== null) await takeOrOffer(services, ['codeMailsPerKnownDevice', `${key} ${deviceId}`], methods)
  else {
    await takeOrOffer(services, ['codeMailsPerUnknownDevices', key], methods)
    return takeDaysMail(services, key, methods, kind === 'reset' || (kind === 'login' && offersLink))
  }
  return true
}

async function takeDaysMail(
  services: Pick<Services, 'rateLimiter'>,
  key: string,
  methods: readonly LoginMethod[],
  isLinked: boolean,
): Promise<boolean> {
  try {
    await takeOrOffer(services, ['codeMailsPerUnknownDevicesADay', key], methods)
    return true
  } catch (error) {
    if (isLinked && error instanceof ApiError && error.code === 'too-many-requests') return false
    await services.rateLimiter.refund('codeMailsPerUnknownDevices', key)
    throw error
  }
}
