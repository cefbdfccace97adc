import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../domain/accounts/lock-caller'
import { findTeam } from '../../domain/teams/find-team'
import { leaveTeam } from '../../domain/teams/leave-team'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Takes somebody out of a team: the owner everybody but themselves, everybody else only themselves.
 *
 * @throws ApiError `team-not-found`, `access-denied`, `member-not-found` for who is not in it, `client/invalid-token`
 */
export async function removeMemberFromTeam(
  services: Pick<Services, 'store' | 'clock'>,
  request: RequestFor<'removeMemberFromTeam'>,
  { teamId, memberId }: Input<'removeMemberFromTeam'>,
): Promise<Answer<'removeMemberFromTeam'>> {
  await services.store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    const { id } = await findTeam(repositories.teams, request, teamId)
    await leaveTeam(repositories, { teamId: id, memberId, asker: current.id })
  })
  const message = memberId === request.member.id ? 'You have left the team.' : 'Member has been removed from team.'
  return { data: { id: memberId }, message }
}
