import type { Tokens } from '../../../contract/entities'
import { SESSION_LIFETIME_DAYS } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { offeredProviders } from '../apps/social-providers'
import { readMemberPlans } from '../plans/connections'
import { toMemberAuth } from '../plans/serializers'
import type { LoggedIn } from '../plans/serializers'
import { rememberDevice } from './devices'
import type { DeviceClaim } from './devices'
import type { PasswordHasher } from './hasher'
import { offeredMethods, readAttempt, takeOrOffer, takeOrProve } from './sign-in-limits'
import { tryTake } from '../../ports/rate-limiter'
import type { SignInAttempt } from './sign-in-limits'

type LoginServices = Pick<
  Services,
  'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders'
>

/**
 * Logs in with email and password. A known and an unknown email cost the same and are limited alike.
 *
 * @throws ApiError `invalid-credentials`, `no-password-set`, `use-social-login` with the provider, `too-many-requests`
 * with `methods`, `proof-of-work-required`
 */
export async function login(
  services: LoginServices,
  request: RequestContext,
  input: Input<'login'>,
): Promise<Answer<'login'>> {
  const { app } = request
  const { password, device } = input
  const attempt = await readAttempt(services, request, 'loginsPerAddress', input)
  const matches = await checkLoginPassword(services, attempt, password)
  const { member } = attempt
  if (!member || !matches) throw await refusal(services, attempt)

  const proof = { password, device }
  const entered = (await enter(services, app, member, proof)) ?? (await enterAnew(services, app, member, proof))
  if (!entered) throw new ApiError('invalid-credentials')
  const includeContentGroups = input.options?.includeContentGroups
  return { data: toMemberAuth({ app, ...entered, event: 'afterLogin', includeContentGroups }) }
}

interface Proof {
  password: string
  device: DeviceClaim
}

/** Null when another request changed the password after it was verified. */
async function enter(
  services: LoginServices,
  app: AppDefinition,
  member: MemberRow,
  { password, device }: Proof,
): Promise<Pick<LoggedIn, 'member' | 'plans' | 'tokens' | 'device'> | null> {
  const newHash = await renewHash(services, member, password)
  return services.store.transaction(async (repositories) => {
    // A reset in between ends all sessions of the old password and must not miss this one.
    if (!(await stillHasPassword(repositories, member, newHash))) return null
    const finished = await finishLogin(repositories, services, app, member, { claim: device })
    return { member, plans: await readMemberPlans(repositories, member.id), ...finished }
  })
}

/** A parallel login may have replaced an imported hash by one of the same password. */
async function enterAnew(services: LoginServices, app: AppDefinition, { id, passwordHash }: MemberRow, proof: Proof) {
  const { password } = proof
  if (passwordHash === null || !services.hasher.isReplaceable(passwordHash, password)) return null
  const member = await services.store.members.findById(id)
  const matches = await services.hasher.verify(member?.passwordHash ?? null, password)
  return member && matches ? enter(services, app, member, proof) : null
}

/**
 * The answer for a member without a password names the method they have: a provider that they can still use, else a code
 * by email. It reveals that there is an account (design section 8), so one IP address gets it a few times only.
 */
async function refusal(services: LoginServices, { member, request, deviceId }: SignInAttempt): Promise<ApiError> {
  const { app, mode, address } = request
  if (member?.passwordHash !== null) return new ApiError('invalid-credentials')
  const mayReveal = deviceId !== null || (await tryTake(services.rateLimiter, 'revealedMethodsPerAddress', address))
  if (!mayReveal) return new ApiError('invalid-credentials')
  const offered = new Set(offeredProviders(services, app, mode).map(({ provider }) => provider))
  const provider = member.providers.find((key) => offered.has(key))
  return provider === undefined ? new ApiError('no-password-set') : new ApiError('use-social-login', { provider })
}

const DAY_MS = 24 * 60 * 60 * 1000

interface FinishedLogin {
  tokens: Tokens
  /** The device token that the browser is to keep; undefined where it has one, or asked for none. */
  device: string | undefined
}

/**
 * The end of every login: creates the session and records the device. The database stores digests of both tokens.
 * @param claim device token of the call
 * @param passwordWasSet whether this call set the password
 */
export async function finishLogin(
  repositories: Pick<Repositories, 'sessions' | 'members' | 'devices'>,
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  member: MemberRow,
  { claim, passwordWasSet = false }: { claim: DeviceClaim; passwordWasSet?: boolean },
): Promise<FinishedLogin> {
  const { secrets, clock } = services
  const { deviceId, token } = await rememberDevice(repositories, services, member, claim, passwordWasSet)
  const accessToken = secrets.sessionToken()
  const createdAt = clock.now()
  const expiresAt = createdAt + (app.sessionLifetimeDays ?? SESSION_LIFETIME_DAYS) * DAY_MS
  await repositories.sessions.insert({
    tokenDigest: secrets.digest(accessToken),
    memberId: member.id,
    appId: member.appId,
    mode: member.mode,
    deviceId,
    createdAt,
    expiresAt,
  })
  await repositories.members.noteLogin(member.id, createdAt)
  return { tokens: { accessToken, expires: expiresAt, type: 'bearer' }, device: token }
}

type Verifier = Pick<PasswordHasher, 'verify'>

/**
 * Verifies the password of a caller who is logged in or has a mailed link. Tries are counted first, so that parallel guesses
 * share the limit, and refunded when right or when hashing failed.
 * @throws ApiError `too-many-requests`
 */
export async function checkPassword(
  { hasher, rateLimiter }: Pick<Services, 'rateLimiter'> & { hasher: Verifier },
  member: MemberRow,
  password: string,
): Promise<boolean> {
  const limit = ['failedPasswordChecksPerMember', member.id] as const
  await rateLimiter.take(...limit)
  const matches = await judge(hasher, member, password, () => rateLimiter.giveBack(...limit))
  if (matches) await rateLimiter.clear(...limit)
  return matches
}

/**
 * Verifies the password of a login. Known devices have their own limit. All others share one: past it our client solves a
 * puzzle for each try, and past the day's limit only other methods work. An unknown email costs the same.
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
async function checkLoginPassword(
  services: Pick<Services, 'rateLimiter' | 'proofOfWork' | 'socialProviders'> & { hasher: Verifier },
  attempt: SignInAttempt,
  password: string,
): Promise<boolean> {
  const { hasher, rateLimiter } = services
  const { account, deviceId, member } = attempt
  const methods = offeredMethods(services, attempt.request, ['code', 'link', 'provider'])
  if (deviceId !== null) {
    const own = ['failedLoginsPerKnownDevice', `${account} ${deviceId}`] as const
    await takeOrOffer(services, own, methods)
    const matches = await judge(hasher, member, password, () => rateLimiter.giveBack(...own))
    if (matches) await rateLimiter.clear(...own)
    return matches
  }
  const aDay = ['failedLoginsPerAccountADay', account] as const
  const shared = ['failedLoginsPerAccount', account] as const
  await takeOrOffer(services, aDay, methods)
  const giveBackDay = () => rateLimiter.giveBack(...aDay)
  const giveBackShared = await orUndo(takeOrProve(services, shared, attempt, methods), giveBackDay)
  const giveBack = async () => {
    await giveBackDay()
    await giveBackShared()
  }
  const matches = await judge(hasher, member, password, giveBack)
  // A login does not reset the day's limit, or it would give strangers more guesses.
  if (matches) {
    await giveBackDay()
    await rateLimiter.clear(...shared)
  }
  return matches
}

/** Refunds the try when the hasher is overloaded. */
const judge = (hasher: Verifier, member: MemberRow | null, password: string, giveBack: () => Promise<void>) =>
  orUndo(hasher.verify(member?.passwordHash ?? null, password), giveBack)

async function orUndo<T>(work: Promise<T>, undo: () => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await undo()
    throw error
  }
}

/**
 * Makes a hash of ours to replace an imported one; null if there is none. An overloaded server keeps the old one until the
 * next login.
 */
async function renewHash(
  { hasher }: Pick<Services, 'hasher'>,
  { passwordHash }: Pick<MemberRow, 'passwordHash'>,
  password: string,
): Promise<string | null> {
  if (passwordHash === null || !hasher.isReplaceable(passwordHash, password)) return null
  try {
    return await hasher.hash(password)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * Whether the member still has the verified password; if so, stores the new hash, in the caller's transaction.
 * @param checked the member when the password was verified
 */
async function stillHasPassword(
  { members }: Pick<Repositories, 'members'>,
  checked: Pick<MemberRow, 'id' | 'passwordHash'>,
  newHash: string | null,
): Promise<boolean> {
  const current = await members.lock(checked.id)
  if (current?.passwordHash !== checked.passwordHash) return false
  if (newHash !== null) await members.update(checked.id, { passwordHash: newHash })
  return true
}
