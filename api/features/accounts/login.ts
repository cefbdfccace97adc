import { CODE_LENGTH_DIGITS, MEMBER_TICKET_LIFETIME_SECONDS } from '../../../contract/limits'
import type { MemberAuth } from '../../../contract/entities'
import { notices } from '../../../contract/messages'
import { parseUrl } from '../../../contract/parse-url'
import type { Answer, Input } from '../../../contract/schemas'
import type { Tx } from '../../database/db'
import { tryTake } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import { offeredProviders } from '../apps/social-providers'
import { isLiveDomain } from '../apps/relying-party'
import { signInPolicy } from '../apps/sign-in-policy'
import { lockCaller } from '../members/context'
import type { RequestContext, RequestFor } from '../members/context'
import type { Services } from '../../http/services'
import { findMemberById, lockMemberById, updateMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { findSession } from '../members/repository-sessions'
import { readMemberPlans } from '../plans/repository'
import { toMemberAuth } from '../plans/serializers'
import type { PasswordHasher } from './hasher'
import { isBreached } from './passwords'
import { continueLogin, finishLogin, requireLogin } from './finish-login'
import { offeredMethods, readAttempt, takeOrOffer, takeOrProve } from './sign-in-limits'
import type { DeviceClaim } from './devices'
import type { SignInAttempt } from './sign-in-limits'
import { consumeMemberTicket, insertMemberTicket } from './repository-sign-in'

type LoginServices = Pick<
  Services,
  | 'store'
  | 'hasher'
  | 'secrets'
  | 'clock'
  | 'rateLimiter'
  | 'proofOfWork'
  | 'socialProviders'
  | 'urls'
  | 'mailWaiting'
  | 'breachedPasswords'
>

/**
 * Known and unknown emails have equal cost and limits. `notice` advises a change of a leaked password.
 * @throws ApiError `invalid-credentials`, `no-password-set`, `use-social-login` with the provider, `too-many-requests` with `methods`,
 * `proof-of-work-required`, `login-method-disabled`, `second-factor-required`, `second-factor-setup-required`, `invalid-second-factor`
 * @param completeStep the second step, with a code that a published client sent right after the password
 */
export async function login(
  services: LoginServices,
  request: RequestContext,
  input: Input<'login'>,
  completeStep: CompleteStep,
): Promise<Answer<'login'>> {
  const { app } = request
  if (!signInPolicy(app).methods.password) throw new ApiError('login-method-disabled')
  const attempt = await readAttempt(services, request, 'loginsPerAddress', input)
  const typed = readTyped(services.hasher, attempt.claim)
  const matches = await checkLoginPassword({ ...services, hasher: typed }, attempt, input.password)
  const { member } = attempt
  if (!member || !matches) throw await refusal(services, attempt)

  const code = typed.code()
  const sent = code === null ? input : { ...input, password: withoutCode(input.password) }
  // Beside the login, so that it does not wait for a service on the web.
  const isLeaked = isBreached(services, request.mode, sent.password)
  const entered =
    (await enter(services, request, member, { input: sent, code })) ??
    (await enterAnew(services, request, member, { input: sent, code }))
  if (!entered) throw new ApiError('invalid-credentials')
  const { end, ...loggedIn } = entered
  if (code !== null && 'step' in end) return completeStep(end.step.challenge, code)
  const includeContentGroups = input.options?.includeContentGroups
  const answer = { event: 'afterLogin', includeContentGroups } as const
  const data = toMemberAuth({ app, ...loggedIn, ...requireLogin(services, end), ...answer })
  return (await isLeaked) ? { data, message: notices['password-breached'], notice: 'password-breached' } : { data }
}

/**
 * One login on another site of the app, within a minute. Unlike a session token, a ticket may be in a URL: it works once. It ends with the
 * session that requested it.
 * @throws ApiError `too-many-requests`, `client/invalid-token` when that session has ended, `domain-not-permitted` for a foreign page
 */
export async function createMemberTicket(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'createMemberTicket'>,
  { returnUrl }: Input<'createMemberTicket'>,
): Promise<Answer<'createMemberTicket'>> {
  const { store, secrets, clock, rateLimiter } = services
  if (returnUrl !== undefined) requireOwnPage(request, returnUrl)
  await rateLimiter.take('memberTicketsPerAccount', request.member.id)
  const ticket = secrets.sessionToken()
  const createdAt = clock.now()
  const expiresAt = createdAt + MEMBER_TICKET_LIFETIME_SECONDS * 1000
  await store.transaction(async (tx) => {
    const { current, session } = await lockCaller(tx, services, request)
    await insertMemberTicket(tx, {
      ticketDigest: secrets.digest(ticket),
      memberId: current.id,
      sessionDigest: session,
      appId: current.appId,
      mode: current.mode,
      createdAt,
      expiresAt,
    })
  })
  return { data: { ticket, expires: expiresAt } }
}

/**
 * A script puts the ticket into this URL, which came with another URL. A query could make the page lead elsewhere.
 * @throws ApiError `domain-not-permitted`
 */
function requireOwnPage({ app, mode }: Pick<RequestContext, 'app' | 'mode'>, returnUrl: string): void {
  const url = parseUrl(returnUrl)
  const isPlain = url?.protocol === 'https:' && url.search === '' && url.hash === ''
  if (mode !== 'live' || !isPlain || !isLiveDomain(app, url.origin)) throw new ApiError('domain-not-permitted')
}

/** Creates a new session. @throws ApiError `invalid-member-ticket` for any wrong ticket, `too-many-requests` */
export async function exchangeMemberTicket(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'urls'>,
  request: RequestContext,
  { ticket, device, options }: Input<'exchangeMemberTicket'>,
): Promise<Answer<'exchangeMemberTicket'>> {
  const { store, secrets, clock, rateLimiter } = services
  const { app, mode, ipAddress } = request
  await rateLimiter.take('loginsPerAddress', ipAddress)
  const digest = secrets.digest(ticket)
  const loggedIn = await store.transaction(async (tx) => {
    const used = await consumeMemberTicket(tx, digest, { appId: app.id, mode }, clock.now())
    const member = used && (await lockMemberById(tx, used.memberId))
    // A reset or logout of the requesting session also ends its tickets.
    const origin = member && (await findSession(tx, used.sessionDigest, clock.now()))
    if (!member || !origin) throw new ApiError('invalid-member-ticket')
    const finished = await continueLogin(tx, services, { app, member }, { claim: device, request, origin })
    return { member, ...finished, plans: await readMemberPlans(tx, member.id) }
  })
  const includeContentGroups = options?.includeContentGroups
  return { data: toMemberAuth({ app, ...loggedIn, event: 'afterLogin', includeContentGroups }) }
}

/** Null when another request changed the password after the check. */
async function enter(
  services: LoginServices,
  request: RequestContext,
  member: MemberRow,
  { input: { password, device: claim, options }, code }: { input: Input<'login'>; code: string | null },
) {
  const newHash = await renewHash(services, member, password)
  return services.store.transaction(async (tx) => {
    // A concurrent reset ends all sessions of the old password and must not miss this one.
    if (!(await stillHasPassword(tx, member, newHash))) return null
    const details = { event: 'afterLogin', includeContentGroups: options?.includeContentGroups } as const
    const end = await finishLogin(
      tx,
      services,
      { app: request.app, member },
      { method: 'password', claim, request, details },
    )
    // Without two-step verification, digits behind the password are a wrong password.
    if (code !== null && !('step' in end && end.step.methods.includes('totp')))
      throw new ApiError('invalid-credentials')
    return { member, plans: await readMemberPlans(tx, member.id), end }
  })
}

/** A parallel login may have replaced the hash of the same password. */
async function enterAnew(
  services: LoginServices,
  request: RequestContext,
  { id, passwordHash }: MemberRow,
  { input, code }: { input: Input<'login'>; code: string | null },
) {
  const { password } = input
  if (passwordHash === null || !services.hasher.isReplaceable(passwordHash, password)) return null
  const member = await findMemberById(services.store, id)
  const matches = await services.hasher.verify(member?.passwordHash ?? null, password)
  return member && matches ? enter(services, request, member, { input, code }) : null
}

/**
 * For a member without a password: names a usable provider, else a mailed code. It reveals that the account exists (design section 8), so
 * one
 * IP address gets it only a few times.
 */
async function refusal(services: LoginServices, { member, request, deviceId }: SignInAttempt): Promise<ApiError> {
  const { app, mode, ipAddress } = request
  const isHidden = member?.passwordHash !== null || !signInPolicy(app).revealLoginMethods
  if (isHidden) return new ApiError('invalid-credentials')
  const mayReveal = deviceId !== null || (await tryTake(services.rateLimiter, 'revealedMethodsPerAddress', ipAddress))
  if (!mayReveal) return new ApiError('invalid-credentials')
  const offered = new Set(offeredProviders(services, app, mode).map(({ provider }) => provider))
  const provider = member.providers.find((key) => offered.has(key))
  return provider === undefined ? new ApiError('no-password-set') : new ApiError('use-social-login', { provider })
}

type Verifier = Pick<PasswordHasher, 'verify'>

/** Continues a login that waits for its second step. */
export type CompleteStep = (challenge: string, code: string) => Promise<{ data: MemberAuth }>

const withoutCode = (password: string): string => password.slice(0, -CODE_LENGTH_DIGITS)
const CODE_BEHIND = new RegExp(`.\\d{${CODE_LENGTH_DIGITS}}$`, 'su')

/**
 * Published clients have no field for the code of the second step: members type it right after the password. A failed password that ends in
 * six digits is hashed again without them, for every email, so that the time says nothing.
 */
function readTyped(hasher: Verifier, claim: DeviceClaim): Verifier & { code(): string | null } {
  let code: string | null = null
  return {
    code: () => code,
    async verify(hash, password) {
      if (await hasher.verify(hash, password)) return true
      if (claim !== undefined || !CODE_BEHIND.test(password)) return false
      const matches = await hasher.verify(hash, withoutCode(password))
      if (matches) code = password.slice(-CODE_LENGTH_DIGITS)
      return matches
    },
  }
}

/**
 * For callers who are logged in or have a mailed link. Counts the try first, so that parallel guesses share the limit; refunds it when
 * right
 * or when hashing failed. @throws ApiError `too-many-requests`
 */
export async function checkPassword(
  { hasher, rateLimiter }: Pick<Services, 'rateLimiter'> & { hasher: Verifier },
  member: MemberRow,
  password: string,
): Promise<boolean> {
  const limit = ['failedPasswordChecksPerMember', member.id] as const
  await rateLimiter.take(...limit)
  const matches = await judge(hasher, member, password, () => rateLimiter.refund(...limit))
  if (matches) await rateLimiter.clear(...limit)
  return matches
}

/**
 * Known devices have their own limit. All others share one: past it our client solves a puzzle per try, past the daily limit only other
 * methods work. An unknown email costs the same. @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
async function checkLoginPassword(
  services: Pick<Services, 'rateLimiter' | 'proofOfWork' | 'socialProviders'> & { hasher: Verifier },
  attempt: SignInAttempt,
  password: string,
): Promise<boolean> {
  const { hasher, rateLimiter } = services
  const { account, deviceId, member } = attempt
  const methods = offeredMethods(services, attempt.request, ['code', 'link', 'passkey', 'provider', 'reset'])
  if (deviceId !== null) {
    const own = ['failedLoginsPerKnownDevice', `${account} ${deviceId}`] as const
    await takeOrOffer(services, own, methods)
    const matches = await judge(hasher, member, password, () => rateLimiter.refund(...own))
    if (matches) await rateLimiter.clear(...own)
    return matches
  }
  const aDay = ['failedLoginsPerAccountADay', account] as const
  const shared = ['failedLoginsPerAccount', account] as const
  await takeOrOffer(services, aDay, methods)
  const refundDay = () => rateLimiter.refund(...aDay)
  const refundShared = await orUndo(takeOrProve(services, shared, attempt, methods), refundDay)
  const refund = async () => {
    await refundDay()
    await refundShared()
  }
  const matches = await judge(hasher, member, password, refund)
  // A login must not reset the daily limit: strangers would get more guesses.
  if (matches) {
    await refundDay()
    await rateLimiter.clear(...shared)
  }
  return matches
}

/** Refunds the try when the hasher is overloaded. */
const judge = (hasher: Verifier, member: MemberRow | null, password: string, refund: () => Promise<void>) =>
  orUndo(hasher.verify(member?.passwordHash ?? null, password), refund)

async function orUndo<T>(work: Promise<T>, undo: () => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await undo()
    throw error
  }
}

/** The hash to store instead; null if none is needed, or if the server is overloaded (then at the next login). */
async function renewHash(
  { hasher }: Pick<Services, 'hasher'>,
  { passwordHash }: Pick<MemberRow, 'passwordHash'>,
  password: string,
): Promise<string | null> {
  if (passwordHash === null) return null
  try {
    return await hasher.renew(passwordHash, password)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Also stores the new hash, in the caller's transaction. @param checked the member when the password was verified */
async function stillHasPassword(
  tx: Tx,
  checked: Pick<MemberRow, 'id' | 'passwordHash'>,
  newHash: string | null,
): Promise<boolean> {
  const current = await lockMemberById(tx, checked.id)
  if (current?.passwordHash !== checked.passwordHash) return false
  if (newHash !== null) await updateMemberById(tx, checked.id, { passwordHash: newHash })
  return true
}
