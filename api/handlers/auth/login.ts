import type { Answer, Input } from '../../../contract/schemas'
import { checkPassword } from '../../domain/accounts/check-password'
import { hashAnew, keepsPassword } from '../../domain/accounts/renew-hash'
import { startSession } from '../../domain/accounts/start-session'
import { accountKey } from '../../domain/account-key'
import { toMemberAuth } from '../../domain/answers/to-member-auth'
import type { LoggedIn } from '../../domain/answers/to-member-auth'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../../domain/app-definition'
import { readMemberPlans } from '../../domain/plans/member-plans'
import { offeredProviders } from '../../domain/social/offered-providers'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'

type LoginServices = Pick<Services, 'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'socialProviders'>

/**
 * Logs in with e-mail and password. A known and an unknown address cost the same and are limited alike.
 *
 * @throws ApiError `invalid-credentials`, `no-password-set`, `use-social-login` with the provider, `too-many-requests`
 */
export async function login(
  services: LoginServices,
  { app, mode, address }: RequestContext,
  { email, password, options }: Input<'login'>,
): Promise<Answer<'login'>> {
  const { store, rateLimiter } = services
  await rateLimiter.take('loginsPerAddress', address)
  const member = await store.members.findByEmail(app.id, mode, email)
  const matches = await checkPassword(services, accountKey(app.id, mode, email), member, password)
  if (!member || !matches) throw refusal(services, app, member)

  const entered = (await enter(services, app, member, password)) ?? (await enterAnew(services, app, member, password))
  if (!entered) throw new ApiError('invalid-credentials')
  const includeContentGroups = options?.includeContentGroups
  return { data: toMemberAuth({ app, ...entered, event: 'afterLogin', includeContentGroups }) }
}

/** Logs in with a password that was found right; null when the member has another one by now. */
async function enter(
  services: LoginServices,
  app: AppDefinition,
  member: MemberRow,
  password: string,
): Promise<Pick<LoggedIn, 'member' | 'plans' | 'tokens'> | null> {
  const newHash = await hashAnew(services, member, password)
  return services.store.transaction(async (repositories) => {
    // A reset that came in between ends every session of the old password: it must not miss this one.
    if (!(await keepsPassword(repositories, member, newHash))) return null
    const tokens = await startSession(repositories, services, app, member)
    return { member, plans: await readMemberPlans(repositories, member.id), tokens }
  })
}

/** Two logins at once: the first one gave a member who was brought along another hash, of the same password. */
async function enterAnew(
  services: LoginServices,
  app: AppDefinition,
  { id, passwordHash }: MemberRow,
  password: string,
) {
  if (passwordHash === null || !services.hasher.isReplaceable(passwordHash, password)) return null
  const member = await services.store.members.findById(id)
  const matches = await services.hasher.verify(member?.passwordHash ?? null, password)
  return member && matches ? enter(services, app, member, password) : null
}

/** Who has no password is told the way that they have: a provider that they can still use, else a code by mail. */
function refusal(services: LoginServices, app: AppDefinition, member: MemberRow | null): ApiError {
  if (member?.passwordHash !== null) return new ApiError('invalid-credentials')
  const offered = new Set(offeredProviders(services, app, member.mode).map(({ provider }) => provider))
  const provider = member.providers.find((key) => offered.has(key))
  return provider === undefined ? new ApiError('no-password-set') : new ApiError('use-social-login', { provider })
}
