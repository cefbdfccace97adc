import type { PlanConnectionRow, Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import type { PlanDefinition } from '../app-definition'

/**
 * Whether the team of a connection has its seats with another plan, too: nobody is put out of a team by a change of price.
 * @throws ApiError `cannot-change-team-account`
 */
export async function checkTeamFits(
  { teams }: Pick<Repositories, 'teams'>,
  connection: Pick<PlanConnectionRow, 'id' | 'planId'>,
  plan: PlanDefinition,
): Promise<void> {
  const team = plan.id === connection.planId ? null : await teams.findByConnection(connection.id)
  const people = team ? await teams.countMembers(team.id) : 0
  if (people > 1 && people > (plan.team?.seats ?? 1)) throw new ApiError('cannot-change-team-account')
}
