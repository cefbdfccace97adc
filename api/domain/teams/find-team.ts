import type { RequestContext } from '../../ports/handler'
import type { MemberRow } from '../../ports/store'
import type { TeamRepository, TeamRow } from '../../ports/team-store'
import { ApiError } from '../../lib/errors'

/**
 * A team of the caller's app and mode.
 * @throws ApiError `team-not-found`
 */
export async function findTeam(
  teams: Pick<TeamRepository, 'find'>,
  { app, mode }: Pick<RequestContext, 'app' | 'mode'>,
  teamId: string,
): Promise<TeamRow> {
  const team = await teams.find(teamId)
  if (team?.appId !== app.id || team.mode !== mode) throw new ApiError('team-not-found')
  return team
}

/**
 * The same, for its owner alone.
 * @throws ApiError `team-not-found`, `access-denied`
 */
export async function findOwnedTeam(
  teams: Pick<TeamRepository, 'find'>,
  request: Pick<RequestContext, 'app' | 'mode'> & { member: MemberRow },
  teamId: string,
): Promise<TeamRow> {
  const team = await findTeam(teams, request, teamId)
  if (team.ownerId !== request.member.id) throw new ApiError('access-denied')
  return team
}
