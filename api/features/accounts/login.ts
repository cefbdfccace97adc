import type { Tokens } from '../../../contract/entities'
import { SESSION_LIFETIME_DAYS } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../../domain/app-definition'
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
import { offeredMethods, readAttempt, takeOrOffer, takeOrProve, tryTake } from './sign-in-limits'
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

/** Logs in with a password that was found right; null when the member has another one by now. */
async function enter(
  services: LoginServices,
  app: AppDefinition,
  member: MemberRow,
  { password, device }: Proof,
): Promise<Pick<LoggedIn, 'member' | 'plans' | 'tokens' | 'device'> | null> {
  const newHash = await hashAnew(services, member, password)
  return services.store.transaction(async (repositories) => {
    // A reset that came in between ends every session of the old password: it must not miss this one.
    if (!(await keepsPassword(repositories, member, newHash))) return null
    const finished = await finishLogin(repositories, services, app, member, { claim: device })
    return { member, plans: await readMemberPlans(repositories, member.id), ...finished }
  })
}

/** Two logins at once: the first one gave a member who was brought along another hash, of the same password. */
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

export interface FinishedLogin {
  tokens: Tokens
  /** The device token that the browser is to keep; undefined where it has one, or asked for none. */
  device: string | undefined
}

/**
 * The one way to log a member in, whatever proved them: the session begins, and the browser becomes a known device. Both
 * tokens leave with the answer, the database keeps their digests.
 *
 * @param claim what the call says of its browser
 * @param passwordWasSet whether the member chose the password in this very call
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
 * Whether a password is the member's, asked of somebody who is logged in or has a mailed link. A try counts before it is
 * known to be wrong, so that parallel guesses share the limit; right ones and those that could not be judged do not count.
 *
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
 * Whether a login's password is right. A known device has tries of its own. All other browsers share theirs: past them our
 * client solves a puzzle for each, and past those of a day only other methods work. An email without a member costs as
 * much and is limited alike.
 *
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function checkLoginPassword(
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
  // The day's failures of strangers stay counted: a login must not buy them more guesses.
  if (matches) {
    await giveBackDay()
    await rateLimiter.clear(...shared)
  }
  return matches
}

/** A server with too much to hash must lock nobody out. */
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
 * A hash of ours in place of one that other software made, for the password that was just found right; null where there is
 * nothing to replace. A server with too much to hash keeps the old one until the next login: nobody is turned away for it.
 */
export async function hashAnew(
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
 * Whether the member still has the password that was checked; then the new hash takes the place of the old one, in the
 * caller's transaction. Nothing ends by it: it is the same password.
 *
 * @param checked the member as they were when the password was checked
 */
export async function keepsPassword(
  { members }: Pick<Repositories, 'members'>,
  checked: Pick<MemberRow, 'id' | 'passwordHash'>,
  newHash: string | null,
): Promise<boolean> {
  const current = await members.lock(checked.id)
  if (current?.passwordHash !== checked.passwordHash) return false
  if (newHash !== null) await members.update(checked.id, { passwordHash: newHash })
  return true
}
