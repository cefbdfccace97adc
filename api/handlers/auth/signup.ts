import type { Answer, Input } from '../../../contract/schemas'
import { newVerification, storeVerification } from '../../domain/accounts/verification'
import { startSession } from '../../domain/accounts/start-session'
import { toMemberAuth } from '../../domain/answers/to-member-auth'
import { ApiError } from '../../domain/api-error'
import { checkOriginDomain } from '../../domain/check-origin-domain'
import { readCustomFields } from '../../domain/custom-field-values'
import { findFreePlans } from '../../domain/plans/find-free-plans'
import { joinPlans } from '../../domain/plans/join-plans'
import { UniqueConstraintError } from '../../domain/unique-constraint-error'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'

type SignupServices = Pick<Services, 'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'mailWaiting'>

/**
 * Creates a member with free plans and logs in. Member, connections, session and mail are one transaction: a crash
 * leaves all of it or nothing.
 *
 * @throws ApiError `email-already-in-use`, `invalid-captcha`, `invalid-field-value`, `too-many-requests` and the plan codes
 */
export async function signup(
  services: SignupServices,
  request: RequestContext,
  input: Input<'signup'>,
): Promise<Answer<'signup'>> {
  const { store } = services
  const { app, mode, address } = request
  await services.rateLimiter.take('signupsPerAddress', address)
  // No captcha can be checked yet, so an app that requires one takes nobody in.
  if (app.captchaRequired) throw new ApiError('invalid-captcha')
  checkOriginDomain(request, input.origin_domain)
  const plans = findFreePlans(app, input.plans ?? [])
  const customFields = readCustomFields(app, input.customFields ?? {})
  if (await store.members.findByEmail(app.id, mode, input.email)) throw new ApiError('email-already-in-use')

  const passwordHash = await services.hasher.hash(input.password)
  const member = newMember(services, request, { ...input, passwordHash, customFields })
  const verification = app.verificationMailOnSignup ? newVerification(services, app, member, address) : null
  const { connections, tokens } = await orEmailTaken(
    store.transaction(async (repositories) => {
      await repositories.members.insert(member)
      const joined = await joinPlans(repositories, services, member, plans)
      if (verification) await storeVerification(repositories, verification)
      return { connections: joined, tokens: await startSession(repositories, services, app, member) }
    }),
  )
  if (verification) services.mailWaiting()
  const { includeContentGroups } = input.options ?? {}
  return { data: toMemberAuth({ app, member, connections, tokens, event: 'afterSignup', includeContentGroups }) }
}

function newMember(
  { secrets, clock }: SignupServices,
  { app, mode }: RequestContext,
  given: Pick<MemberRow, 'email' | 'passwordHash' | 'customFields'> & Pick<Input<'signup'>, 'metaData'>,
): MemberRow {
  return {
    id: secrets.memberId(mode),
    appId: app.id,
    mode,
    email: given.email,
    passwordHash: given.passwordHash,
    verified: false,
    profileImage: null,
    loginRedirect: null,
    stripeCustomerId: null,
    customFields: given.customFields,
    metaData: given.metaData ?? {},
    json: {},
    createdAt: clock.now(),
  }
}

/** Two sign-ups with one address at the same moment: the database lets one in. */
async function orEmailTaken<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new ApiError('email-already-in-use', { cause: error }) : error
  }
}
