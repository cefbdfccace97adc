import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../domain/accounts/lock-caller'
import { countGuess } from '../../domain/teams/count-guess'
import { joinTeam as join } from '../../domain/teams/join-team'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Joins the team of an invite link.
 *
 * @throws ApiError `invalid-invite-token`, `already-in-team`, `team-inactive`, `team-full`, `client/invalid-token`,
 * `too-many-requests` by account, and by address for tokens that lead nowhere
 */
export async function joinTeam(
  services: Pick<Services, 'store' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'joinTeam'>,
  { inviteToken }: Input<'joinTeam'>,
): Promise<Answer<'joinTeam'>> {
  const { store, rateLimiter } = services
  await rateLimiter.take('teamJoinsPerAccount', request.member.id)
  const { id: teamId } = await countGuess(rateLimiter, request.address, () =>
    store.transaction(async (repositories) => {
      const { current } = await lockCaller(repositories, services, request)
      return join(repositories, services, request.app, current, inviteToken)
    }),
  )
  return { data: { teamId }, message: 'You have joined the team.' }
}
