import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../domain/accounts/lock-caller'
import { findOwnedTeam } from '../../domain/teams/find-team'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Gives a team another invite token, for its owner; the one before is dead at once.
 *
 * @throws ApiError `team-not-found`, `access-denied`, `client/invalid-token`, `too-many-requests`
 */
export async function generateInviteToken(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'generateInviteToken'>,
  { teamId }: Input<'generateInviteToken'>,
): Promise<Answer<'generateInviteToken'>> {
  await services.rateLimiter.take('inviteTokensPerAccount', request.member.id)
  const inviteToken = services.secrets.sessionToken()
  await services.store.transaction(async (repositories) => {
    await lockCaller(repositories, services, request)
    const team = await findOwnedTeam(repositories.teams, request, teamId)
    // Whoever is joining right now is waited for.
    await repositories.teams.lock(team.id)
    await repositories.teams.setInviteToken(team.id, inviteToken)
  })
  return { data: { inviteToken }, message: 'Invite Link Regenerated' }
}
