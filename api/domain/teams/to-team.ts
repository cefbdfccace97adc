import type { Team } from '../../../contract/team'
import type { PlanConnectionRow } from '../../ports/store'
import type { TeamPerson, TeamRow } from '../../ports/team-store'
import type { AppDefinition } from '../app-definition'
import { isActive } from '../plans/is-active'

/**
 * A team as its owner reads it. A plan that no longer shares seats, or was removed from the app, invites nobody.
 *
 * @param connection the owner's own with the plan
 */
export function toTeam(
  app: AppDefinition,
  { id, inviteToken }: TeamRow,
  connection: PlanConnectionRow,
  people: readonly TeamPerson[],
): Team {
  const plan = app.plans.find((one) => one.id === connection.planId)
  const teamAccountUpgradeLink = plan?.team?.upgradeLink ?? null
  return {
    id,
    inviteToken: plan?.team ? inviteToken : null,
    maxTeamMembers: plan?.team?.seats ?? null,
    plan: {
      id: connection.planId,
      name: plan?.name ?? connection.planId,
      teamAccountInviteSignupLink: plan?.team?.inviteSignupLink ?? null,
      teamAccountUpgradeLink,
    },
    ownersPlanConnection: {
      id: connection.id,
      active: isActive(connection),
      plan: { id: connection.planId, teamAccountUpgradeLink },
    },
    members: people.map(({ memberId, role, email, profileImage }) => ({
      role,
      member: { id: memberId, auth: { email }, profileImage },
    })),
  }
}
