import { MEMBER_TICKET_LIFETIME_SECONDS } from '../../../contract/limits'
import type { Answer } from '../../../contract/schemas'
import { lockCaller } from '../../features/members/context'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

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
