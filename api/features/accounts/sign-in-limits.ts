import { tryTake } from '../../ports/rate-limiter'
import { tooManyTries } from '../../../contract/errors'
import type { LoginMethod } from '../../../contract/errors'
import { CAPTCHA_TOKEN_MAX_CHARS } from '../../../contract/limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import { accountKey } from '../../lib/ids'
import { ApiError } from '../../lib/errors'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import { offeredProviders } from '../apps/social-providers'
import { findKnownDevice } from './devices'
import type { DeviceClaim } from './devices'

/** An attempt to log in, to prove an email or to get a code mailed. */
export interface SignInAttempt {
  request: Pick<RequestContext, 'app' | 'mode' | 'origin' | 'address'>
  /** Key of the account for limits, whether or not it exists. */
  account: string
  /** Null for an unknown email, and for a sign-up. */
  member: MemberRow | null
  claim: DeviceClaim
  /** Null for an unknown device. */
  deviceId: string | null
  proofOfWork?: string | null | undefined
}

type Tools = Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>

/**
 * Finds the account of an email, and whether the device is known. Known devices have their own limit; all others share that of
 * their IP address. An unknown email costs the same.
 * @throws ApiError `too-many-requests`
 */
export async function readAttempt(
  services: Tools,
  request: SignInAttempt['request'],
  limit: RateLimitName,
  sent: { email: string; device?: DeviceClaim; proofOfWork?: string | null | undefined },
): Promise<SignInAttempt> {
  const { store, rateLimiter } = services
  const { app, mode, address } = request
  const claim = sent.device
  if (!claim) await rateLimiter.take(limit, address)
  const account = accountKey(app.id, mode, sent.email)
  const member = await store.members.findByEmail(app.id, mode, sent.email)
  const deviceId = await findKnownDevice(store, services, member, claim)
  if (deviceId !== null) await rateLimiter.take('loginsPerKnownDevice', `${account} ${deviceId}`)
  else if (claim) await rateLimiter.take(limit, address)
  return { request, account, member, claim, deviceId, proofOfWork: sent.proofOfWork }
}

/** The methods that the app offers, in the same order for every email. */
export function offeredMethods(
  services: Pick<Services, 'socialProviders'>,
  { app, mode }: Pick<RequestContext, 'app' | 'mode'>,
  methods: readonly LoginMethod[],
): LoginMethod[] {
  const isOffered: Record<LoginMethod, () => boolean> = {
    password: () => true,
    link: () => true,
    code: () => app.passwordless.enabled,
    provider: () => offeredProviders(services, app, mode).length > 0,
  }
  return methods.filter((method) => isOffered[method]())
}

/**
 * Counts one use of a limit.
 *
 * @throws ApiError `too-many-requests` with `methods`: what works instead
 */
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

/** Without `passedLimit`: the limit was logged when it was passed. */
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
 * Counts one use. Past the limit our client must solve a puzzle; published clients cannot and must wait.
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
  return () => rateLimiter.giveBack(limit, key)
}
