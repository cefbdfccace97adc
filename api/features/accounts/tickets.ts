import { MEMBER_TICKET_LIFETIME_SECONDS } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import type { RequestContext, RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { lockCaller } from '../members/context'
import { readMemberPlans } from '../plans/connections'
import { toMemberAuth } from '../plans/serializers'
import { finishLogin } from './login'

/**
 * A ticket that logs the member in on another site of the app, once and within a minute. Unlike a session token it may
 * stand in an address: whoever reads it there later finds it used or expired. It ends with the session that asks.
 *
 * @throws ApiError `too-many-requests`, `client/invalid-token` when the session ended meanwhile
 */
export async function createMemberTicket(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'createMemberTicket'>,
): Promise<Answer<'createMemberTicket'>> {
  const { store, secrets, clock, rateLimiter } = services
  await rateLimiter.take('memberTicketsPerAccount', request.member.id)
  const ticket = secrets.sessionToken()
  const createdAt = clock.now()
  const expiresAt = createdAt + MEMBER_TICKET_LIFETIME_SECONDS * 1000
  await store.transaction(async (repositories) => {
    const { current, session } = await lockCaller(repositories, services, request)
    await repositories.memberTickets.insert({
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
