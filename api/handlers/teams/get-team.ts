import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import { findOwnedTeam } from '../../domain/teams/find-team'
import { toTeam } from '../../domain/teams/to-team'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * A team with its people, for its owner.
 *
 * @throws ApiError `team-not-found`, `access-denied`
 */
export async function getTeam(
  { store }: Pick<Services, 'store'>,
  request: RequestFor<'getTeam'>,
  { teamId }: Input<'getTeam'>,
): Promise<Answer<'getTeam'>> {
  const team = await findOwnedTeam(store.teams, request, teamId)
  const connections = await store.planConnections.listByMember(team.ownerId)
  const connection = connections.find(({ id }) => id === team.connectionId)
  // The team goes with its connection: both went between two reads.
  if (!connection) throw new ApiError('team-not-found')
  return { data: toTeam(request.app, team, connection, await store.teams.listPeople(team.id)) }
}
