import type { MemberRow, Repositories } from '../../ports/store'
import type { TeamPerson, TeamRow } from '../../ports/team-store'
import { readMemberPlans } from '../../features/plans/connections'
import type { MemberPlans } from '../../features/plans/connections'

/** A member as they stand at one moment; null: there is none. */
export type MemberState = { row: MemberRow; plans: MemberPlans } | null

/** A team as it stands at one moment; null: there is none. */
export type TeamState = { team: TeamRow; planId: string; people: readonly TeamPerson[] } | null

export async function readMemberState(repositories: Repositories, id: string): Promise<MemberState> {
  const row = await repositories.members.findById(id)
  return row && { row, plans: await readMemberPlans(repositories, id) }
}

export async function readTeamState({ teams, planConnections }: Repositories, id: string): Promise<TeamState> {
  const team = await teams.find(id)
  const connection = team && (await planConnections.find(team.connectionId))
  return connection && { team, planId: connection.planId, people: await teams.listPeople(id) }
}
