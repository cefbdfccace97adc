import type { Db, Tx } from '../../database/db'
import type { MemberAuth } from '../../../contract/entities'
import type { Answer, Input } from '../../../contract/schemas'
import { ApiError, UniqueConstraintError } from '../../lib/errors'
import type { PlanDefinition } from '../apps/definition'
import { checkOriginDomain } from '../apps/relying-party'
import { requireOpenSignup } from '../apps/repository'
import { signInPolicy } from '../apps/sign-in-policy'
import { withinStorage } from '../files/account-storage'
import type { StorageServices, StoringOptions } from '../files/account-storage'
import type { AppMember, RequestContext } from '../members/context'
import type { Services } from '../../http/services'
import { checkCaptcha } from '../captcha/check'
import { readCustomFields } from '../members/fields'
import { queueMirrorJob } from '../mirror/jobs'
import { readMemberPlans } from '../plans/repository'
import type { MemberPlans } from '../plans/repository'
import { findFreePlans, joinPlans, tryInvitation } from '../plans/join'
import { toMemberAuth } from '../plans/serializers'
import type { DeviceClaim } from './devices'
import { countCampaignSignup } from '../visits'
import { finishLogin, requireLogin } from './finish-login'
import type { LoginEnd, LoginRequest } from './finish-login'
import { requireGoodPassword } from './passwords'
import { storeVerification, verificationForSignup } from './codes'
import { findMemberByEmail, insertMember } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { findEmailChangeByEmail, insertSignupRecord } from './repository'
import type { AccountEmail } from './repository'

type SignupServices = StorageServices &
  Pick<
    Services,
    'hasher' | 'secrets' | 'mirror' | 'rateLimiter' | 'captcha' | 'urls' | 'mailWaiting' | 'breachedPasswords'
  >

/**
 * Creates a member with free plans and the inviting team, and logs in. Everything, including the mail, is one transaction. `message` says
 * why the team could not be joined.
 * @throws ApiError `login-method-disabled`, `email-already-in-use`, `invalid-captcha`, `invalid-field-value`, `password-too-common`,
 * `password-breached`, `too-many-requests` and the plan codes
 */
export async function signup(
  services: SignupServices,
  request: RequestContext,
  input: Input<'signup'>,
): Promise<Answer<'signup'>> {
  const { app, mode, ipAddress } = request
  if (!signInPolicy(app).methods.password) throw new ApiError('login-method-disabled')
  await services.rateLimiter.take('signupsPerAddress', ipAddress)
  const account = readNewAccount(request, input)
  await requireGoodPassword(services, { app, mode, email: account.email }, input.password)
  // Before anything that reveals who is a member.
  await checkCaptcha(services, request, input.captchaToken)
  await requireFreeEmail(services.store, { appId: app.id, mode, email: account.email }, services.clock.now())

  const passwordHash = await services.hasher.hash(input.password)
  const member = newMember(services, request, account, { passwordHash, verified: false })
  const verification = await verificationForSignup(services, app, member, ipAddress)
  const caller = { ...request, member }
  const signedUp = await orEmailTaken(
    withinStorage(
      services,
      caller,
      async (tx) => {
        await insertAccount(tx, services, caller)
        if (verification) await storeVerification(tx, verification)
        return joinAndLogIn(tx, services, caller, account)
      },
      signupStorage,
    ),
  )
  if (verification) services.mailWaiting()
  return signupAnswer(services, caller, account, signedUp)
}

/** A sign-up of normal size succeeds even when the app's storage is full. */
export const signupStorage: StoringOptions = { queue: 'members', isSignup: true }

export interface NewAccount extends Pick<MemberRow, 'email' | 'customFields' | 'metaData'> {
  plans: PlanDefinition[]
  inviteToken: string | null
  claim: DeviceClaim
  /** Null: none, or the browser refuses tracking. */
  campaign: string | null
  includeContentGroups: boolean | undefined
}

/**
 * For both kinds of sign-up.
 * @throws ApiError `invitation-required`, `invalid-field-value`, `field-limit-exceeded`, `plan-not-found`,
 * `plan-restricted-to-admin`
 */
export function readNewAccount(request: RequestContext, input: Omit<Input<'signup'>, 'password'>): NewAccount {
  requireOpenSignup(request.app)
  checkOriginDomain(request, input.origin_domain)
  return {
    email: input.email,
    customFields: readCustomFields(request.app, input.customFields ?? {}),
    metaData: { ...input.metaData },
    plans: findFreePlans(request.app, input.plans ?? []),
    inviteToken: input.inviteToken ?? null,
    claim: input.device,
    campaign: request.mayTrack ? (input.conversionData?.campaign ?? null) : null,
    includeContentGroups: input.options?.includeContentGroups,
  }
}

export function newMember(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { app, mode }: Pick<RequestContext, 'app' | 'mode'>,
  { email, customFields, metaData }: Pick<NewAccount, 'email' | 'customFields' | 'metaData'>,
  proof: Pick<MemberRow, 'passwordHash' | 'verified'>,
): MemberRow {
  return {
    id: secrets.memberId(mode),
    appId: app.id,
    mode,
    email,
    ...proof,
    providers: [],
    profileImage: null,
    loginRedirect: null,
    stripeCustomerId: null,
    customFields,
    metaData,
    json: {},
    createdAt: clock.now(),
    lastLoginAt: null,
  }
}

/**
 * Stores the new member, and for apps that keep records, the sign-up. The record lists its columns, so that no secret gets in.
 * @throws UniqueConstraintError when the email is taken
 */
export async function insertAccount(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  { app, member }: AppMember,
): Promise<void> {
  await insertMember(tx, member)
  if (!app.keepsSignupRecords) return
  const { id: memberId, appId, mode, email, customFields, createdAt } = member
  const id = services.secrets.id('sup')
  await insertSignupRecord(tx, { id, appId, mode, memberId, email, customFields, createdAt })
  await queueMirrorJob(tx, services, { appId, mode, kind: 'signup', recordId: id })
}

/**
 * Joins the free plans and the inviting team of a new member. An outdated invitation does not prevent the sign-up.
 * @returns why the team could not be joined, or null
 * @throws ApiError `plan-member-limit-reached`, `can-only-have-one-active-team`
 */
export async function joinAtSignup(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  caller: AppMember,
  { plans, inviteToken }: Pick<NewAccount, 'plans' | 'inviteToken'>,
): Promise<string | null> {
  await joinPlans(tx, services, caller, plans)
  return tryInvitation(tx, services, caller, inviteToken)
}

type NewCaller = AppMember & LoginRequest

interface SignedUp {
  end: LoginEnd
  plans: MemberPlans
  /** Why the team could not be joined. */
  refused: string | null
}

/** The last steps of a sign-up, after the member is stored. @throws ApiError as `joinAtSignup` */
export async function joinAndLogIn(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock' | 'urls'>,
  caller: NewCaller,
  account: NewAccount,
): Promise<SignedUp> {
  const { app, member } = caller
  const refused = await joinAtSignup(tx, services, caller, account)
  const { claim, campaign, includeContentGroups } = account
  const end = await finishLogin(tx, services, caller, {
    method: 'signup',
    claim,
    request: caller,
    passwordWasSet: member.passwordHash !== null,
    details: { event: 'afterSignup', includeContentGroups, ...(refused !== null && { message: refused }) },
  })
  if (campaign !== null) await countCampaignSignup(tx, app, member, campaign)
  return { end, plans: await readMemberPlans(tx, member.id), refused }
}

/** After the commit. @throws ApiError as `requireLogin` */
export function signupAnswer(
  services: Pick<Services, 'mailWaiting'>,
  { app, member }: AppMember,
  { includeContentGroups }: NewAccount,
  { end, plans, refused }: SignedUp,
): { data: MemberAuth; message?: string } {
  const login = requireLogin(services, end)
  return {
    data: toMemberAuth({ app, member, plans, ...login, event: 'afterSignup', includeContentGroups }),
    ...(refused !== null && { message: refused }),
  }
}

/** With two parallel requests for one email, the later gets `email-already-in-use`. */
export async function orEmailTaken<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new ApiError('email-already-in-use', { cause: error }) : error
  }
}

/**
 * An email stays reserved while its former owner can revert a change.
 * @param memberId may take it back
 * @throws ApiError `email-already-in-use`
 */
export async function requireFreeEmail(db: Db, account: AccountEmail, now: number, memberId?: string): Promise<void> {
  const taken = await findMemberByEmail(db, account.appId, account.mode, account.email)
  const kept = taken ? null : await findEmailChangeByEmail(db, account, now)
  if (taken || (kept && kept.memberId !== memberId)) throw new ApiError('email-already-in-use')
}
