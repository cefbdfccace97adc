import type { MemberAuth } from '../../../contract/entities'
import type { Input } from '../../../contract/schemas'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { toMemberAuth } from '../../features/plans/serializers'
import type { PlanDefinition } from '../app-definition'
import { checkOriginDomain } from '../check-origin-domain'
import { readCustomFields } from '../../features/members/fields'
import { findFreePlans } from '../../features/plans/join'
import { readMemberPlans } from '../../features/plans/connections'
import { withinStorage } from '../storage/within-storage'
import type { StorageServices } from '../storage/within-storage'
import { orEmailTaken } from './or-email-taken'
import type { DeviceClaim } from './devices'
import { finishLogin } from './finish-login'
import { storeAccount } from './store-account'

export interface NewAccount extends Pick<MemberRow, 'email' | 'customFields' | 'metaData'> {
  plans: PlanDefinition[]
  /** Null: nobody invited them. */
  inviteToken: string | null
  claim: DeviceClaim
  includeContentGroups: boolean | undefined
}

/**
 * What both ways of signing up ask for, checked against the app.
 *
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
 * Stores a new member with what they asked for, and logs in, in one transaction.
 *
 * @param settle what else must hold or be written in the same transaction, once the member is stored
 * @returns with a message where they could not join the team
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
