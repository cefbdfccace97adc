import type { Answer, Input } from '../../../contract/schemas'
import { finishLogin } from '../../domain/accounts/finish-login'
import { toMemberAuth } from '../../features/plans/serializers'
import { ApiError } from '../../lib/errors'
import { readMemberPlans } from '../../features/plans/connections'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Logs in with a ticket, which is used up: the session is a new one, and answered like a login.
 *
 * @throws ApiError `invalid-member-ticket` for whatever is wrong with it, `too-many-requests`
 */
export async function exchangeMemberTicket(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  { app, mode, address }: RequestContext,
  { ticket, device, options }: Input<'exchangeMemberTicket'>,
): Promise<Answer<'exchangeMemberTicket'>> {
  const { store, secrets, clock, rateLimiter } = services
  await rateLimiter.take('loginsPerAddress', address)
  const digest = secrets.digest(ticket)
  const loggedIn = await store.transaction(async (repositories) => {
    const { memberTickets, members, sessions } = repositories
    const used = await memberTickets.consume(digest, { appId: app.id, mode }, clock.now())
    const member = used && (await members.lock(used.memberId))
    // Ended a moment ago, by a reset for one, or simply too old: what it opened must not go on.
    const origin = member && (await sessions.find(used.sessionDigest, clock.now()))
    if (!member || !origin) throw new ApiError('invalid-member-ticket')
    const login = await finishLogin(repositories, services, app, member, { claim: device })
    return { member, ...login, plans: await readMemberPlans(repositories, member.id) }
  })
  const includeContentGroups = options?.includeContentGroups
  return { data: toMemberAuth({ app, ...loggedIn, event: 'afterLogin', includeContentGroups }) }
}
