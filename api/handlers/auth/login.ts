import type { Answer, Input } from '../../../contract/schemas'
import { checkPassword } from '../../domain/accounts/check-password'
import { startSession } from '../../domain/accounts/start-session'
import { accountKey } from '../../domain/account-key'
import { toMemberAuth } from '../../domain/answers/to-member-auth'
import { ApiError } from '../../domain/api-error'
import { readMemberPlans } from '../../domain/plans/member-plans'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

type LoginServices = Pick<Services, 'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter'>

/**
 * Logs in with e-mail and password. A known and an unknown address cost the same and are limited alike.
 *
 * @throws ApiError `invalid-credentials`, `no-password-set`, `too-many-requests`
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
  if (!member || !matches) throw new ApiError(member?.passwordHash === null ? 'no-password-set' : 'invalid-credentials')

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
