import type { Team } from '../../../../../contract/team'
import { aTeam } from '../../../../support/a-team'
import { type ProfileStage, profileStage } from '../profile-stage'

/** Ada's profile on its team tab, once the team has loaded. */
export async function teamStage(team: Team = aTeam()): Promise<ProfileStage> {
  const stage = ownerStage()
  stage.client.getTeam.mockResolvedValue({ data: team })
  await stage.openProfile({ tab: 'team' })
  return stage
}

/** A member who owns two teams. The test sets the server's responses. */
export const ownerStage = (): ProfileStage =>
  profileStage({ member: { teams: { ownedTeams: [{ teamId: 'team_1' }, { teamId: 'team_2' }], joinedTeams: [] } } })
