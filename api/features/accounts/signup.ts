import type { MemberAuth } from '../../../contract/entities'
import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition, PlanDefinition } from '../apps/definition'
import { checkOriginDomain } from '../apps/identify-app'
import { withinStorage } from '../../domain/storage/within-storage'
import type { StorageServices } from '../../domain/storage/within-storage'
import { UniqueConstraintError } from '../../domain/unique-constraint-error'
import type { Address } from '../../ports/address-store'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { checkCaptcha } from '../captcha/check'
import { readCustomFields } from '../members/fields'
import { queueMirrorJob } from '../mirror/jobs'
import { readMemberPlans } from '../plans/connections'
import { findFreePlans, joinPlans } from '../plans/join'
import { toMemberAuth } from '../plans/serializers'
import { tryInvitation } from '../plans/teams'
import type { DeviceClaim } from './devices'
import { finishLogin } from './login'
import { requireUncommonPassword } from './passwords'
import { storeVerification, verificationForSignup } from './verification'

type SignupServices = StorageServices &
  Pick<Services, 'hasher' | 'secrets' | 'mirror' | 'rateLimiter' | 'captcha' | 'urls' | 'mailWaiting'>

/**
 * Creates a member with free plans, in the team that invited them, and logs in. Member, connections, seat, session and
 * mail are one transaction: a crash leaves all of it or nothing. `message` says why they could not join the team.
 *
 * @throws ApiError `email-already-in-use`, `invalid-captcha`, `invalid-field-value`, `password-too-common`,
 * `too-many-requests` and the plan codes
 */
export async function signup(
  services: SignupServices,
  request: RequestContext,
  input: Input<'signup'>,
): Promise<Answer<'signup'>> {
  const { app, mode, address } = request
  await services.rateLimiter.take('signupsPerAddress', address)
  const account = readNewAccount(request, input)
  await requireUncommonPassword({ app, mode, email: account.email }, input.password)
  // Before anything that reveals who is a member.
  await checkCaptcha(services, request, input.captchaToken)
  await requireFreeAddress(services.store, { appId: app.id, mode, email: account.email }, services.clock.now())

  const passwordHash = await services.hasher.hash(input.password)
  const member = newMember(services, request, account, { passwordHash, verified: false })
  const verification = await verificationForSignup(services, app, member, address)
  const answer = await createAccount(services, request, account, member, async (repositories) => {
    if (verification) await storeVerification(repositories, verification)
  })
  if (verification) services.mailWaiting()
  return answer
}

export interface NewAccount extends Pick<MemberRow, 'email' | 'customFields' | 'metaData'> {
  plans: PlanDefinition[]
  /** Null without an invitation. */
  inviteToken: string | null
  claim: DeviceClaim
  includeContentGroups: boolean | undefined
}

/**
 * Checks the input of both kinds of sign-up against the app.
 * @throws ApiError `invalid-field-value`, `field-limit-exceeded`, `plan-not-found`, `plan-restricted-to-admin`
 */
export function readNewAccount(request: RequestContext, input: Omit<Input<'signup'>, 'password'>): NewAccount {
  checkOriginDomain(request, input.origin_domain)
  return {
    email: input.email,
    customFields: readCustomFields(request.app, input.customFields ?? {}),
    metaData: { ...input.metaData },
    plans: findFreePlans(request.app, input.plans ?? []),
    inviteToken: input.inviteToken ?? null,
    claim: input.device,
    includeContentGroups: input.options?.includeContentGroups,
  }
}

/** The row of a new member. */
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
 * Stores a new member and logs them in, in one transaction.
 * @param settle further checks and writes in that transaction, after the member is stored
 * @returns with a message when they could not join the team
 * @throws ApiError `email-already-in-use`, `plan-member-limit-reached`, `can-only-have-one-active-team`, and as `withinStorage`
 */
export async function createAccount(
  services: StorageServices & Pick<Services, 'secrets' | 'mirror'>,
  request: Pick<RequestContext, 'app' | 'mode' | 'address'>,
  account: NewAccount,
  member: MemberRow,
  settle: (repositories: Repositories) => Promise<void>,
): Promise<{ data: MemberAuth; message?: string }> {
  const { app } = request
  const work = async (repositories: Repositories) => {
    const refused = await storeAccount(repositories, services, app, account, member, settle)
    const login = { claim: account.claim, passwordWasSet: member.passwordHash !== null }
    const finished = await finishLogin(repositories, services, app, member, login)
    return { ...finished, plans: await readMemberPlans(repositories, member.id), message: refused }
  }
  const { message, ...loggedIn } = await orEmailTaken(
    withinStorage(services, { ...request, member }, work, { queue: 'members', isSignup: true }),
  )
  const { includeContentGroups } = account
  return {
    data: toMemberAuth({ app, member, ...loggedIn, event: 'afterSignup', includeContentGroups }),
    ...(message !== null && { message }),
  }
}

/**
 * Stores a new member with free plans and team, in the caller's transaction. An outdated invitation does not prevent the sign-up.
 * @param settle further checks and writes, after the member is stored
 * @returns why they could not join the team, or null
 * @throws UniqueConstraintError when the address is taken
 * @throws ApiError `plan-member-limit-reached`, `can-only-have-one-active-team`
 */
export async function storeAccount(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  app: AppDefinition,
  { plans, inviteToken }: Pick<NewAccount, 'plans' | 'inviteToken'>,
  member: MemberRow,
  settle: (repositories: Repositories) => Promise<void>,
): Promise<string | null> {
  await repositories.members.insert(member)
  await recordSignup(repositories, services, app, member)
  await settle(repositories)
  await joinPlans(repositories, services, app, member, plans)
  return tryInvitation(repositories, services, app, member, inviteToken)
}

/**
 * Records a sign-up, for apps that keep records. Lists its columns one by one, so that no secret of a member gets in.
 * @param member stored in the same transaction
 */
async function recordSignup(
  repositories: Pick<Repositories, 'signupRecords' | 'mirrorJobs'>,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  app: AppDefinition,
  member: MemberRow,
): Promise<void> {
  if (!app.keepsSignupRecords) return
  const { id: memberId, appId, mode, email, customFields, createdAt } = member
  const id = services.secrets.id('sup')
  await repositories.signupRecords.insert({ id, appId, mode, memberId, email, customFields, createdAt })
  await queueMirrorJob(repositories, services, { appId, mode, kind: 'signup', recordId: id })
}

/** Of two parallel requests for one email, the later one gets `email-already-in-use`. */
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
export async function requireFreeAddress(
  { members, emailChanges }: Pick<Repositories, 'members' | 'emailChanges'>,
  address: Address,
  now: number,
  memberId?: string,
): Promise<void> {
  const taken = await members.findByEmail(address.appId, address.mode, address.email)
  const kept = taken ? null : await emailChanges.findByAddress(address, now)
  if (taken || (kept && kept.memberId !== memberId)) throw new ApiError('email-already-in-use')
}
