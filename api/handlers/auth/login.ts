import type { Answer, Input } from '../../../contract/schemas'
import { checkPassword } from '../../domain/accounts/check-password'
import { startSession } from '../../domain/accounts/start-session'
import { accountKey } from '../../domain/account-key'
import { toMemberAuth } from '../../domain/answers/to-member-auth'
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

  const { tokens, plans } = await store.transaction(async (repositories) => {
    // A reset that came in between ends every session of the old password: it must not miss this one.
    const current = await repositories.members.lock(member.id)
    if (current?.passwordHash !== member.passwordHash) throw new ApiError('invalid-credentials')
    return {
      tokens: await startSession(repositories, services, app, member),
      plans: await readMemberPlans(repositories, member.id),
    }
  })
  const includeContentGroups = options?.includeContentGroups
  return { data: toMemberAuth({ app, member, plans, tokens, event: 'afterLogin', includeContentGroups }) }
}

/** Who has no password is told the way that they have: a provider that they can still use, else a code by mail. */
function refusal(services: LoginServices, app: AppDefinition, member: MemberRow | null): ApiError {
  if (member?.passwordHash !== null) return new ApiError('invalid-credentials')
  const offered = new Set(offeredProviders(services, app, member.mode).map(({ provider }) => provider))
  const provider = member.providers.find((key) => offered.has(key))
  return provider === undefined ? new ApiError('no-password-set') : new ApiError('use-social-login', { provider })
}
