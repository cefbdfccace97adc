import { CONNECT_TICKET_LIFETIME_SECONDS } from '../../../contract/limits'
import type { Answer } from '../../../contract/schemas'
import { lockCaller } from '../../features/members/context'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Names the member to the window that connects a provider: an address may carry it, unlike a session token. It counts
 * once, and ends with the session that asks.
 *
 * @throws ApiError `too-many-requests`, `client/invalid-token` when the session ended meanwhile
 */
export async function createConnectTicket(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'createConnectTicket'>,
): Promise<Answer<'createConnectTicket'>> {
  const { store, secrets, clock, rateLimiter } = services
  await rateLimiter.take('connectTicketsPerAccount', request.member.id)
  const ticket = secrets.sessionToken()
  const expires = clock.now() + CONNECT_TICKET_LIFETIME_SECONDS * 1000
  await store.transaction(async (repositories) => {
    const { current, session } = await lockCaller(repositories, services, request)
    await repositories.connectTickets.insert({
      ticketDigest: secrets.digest(ticket),
      memberId: current.id,
      sessionDigest: session,
      appId: current.appId,
      mode: current.mode,
      expiresAt: expires,
    })
  })
  return { data: { ticket, expires } }
}
