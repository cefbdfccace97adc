import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { TeamRow } from '../../ports/team-store'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { isActive } from '../plans/is-active'

type TeamRepositories = Pick<Repositories, 'planConnections' | 'teams'>

/**
 * Takes a member into the team of an invite token, in the caller's transaction. The seats are counted under the lock
 * of the team. Whatever refuses it does so before anything is written.
 *
 * @throws ApiError `invalid-invite-token` (also one of another app or mode), `already-in-team`, `team-inactive` while
 * the owner's plan gives no access, `team-full`
 */
export async function joinTeam(
  repositories: TeamRepositories,
  { clock }: Pick<Services, 'clock'>,
  app: AppDefinition,
  member: MemberRow,
  inviteToken: string,
): Promise<TeamRow> {
  const { teams } = repositories
  const team = await lockInvitingTeam(repositories, member, inviteToken)
  const own = await teams.listByMember(member.id)
  if (own.some(({ team: { id } }) => id === team.id)) throw new ApiError('already-in-team')
  const seats = await countSeats(repositories, app, team)
  if ((await teams.countMembers(team.id)) >= seats) throw new ApiError('team-full')
  await teams.addMember({ teamId: team.id, memberId: member.id, role: 'MEMBER', joinedAt: clock.now() })
  return team
}

async function lockInvitingTeam(
  { teams }: TeamRepositories,
  { appId, mode }: MemberRow,
  inviteToken: string,
): Promise<TeamRow> {
  const found = await teams.findByInviteToken(inviteToken)
  const team = found?.appId === appId && found.mode === mode ? await teams.lock(found.id) : null
  // Regenerated, or deleted, a moment ago.
  if (team?.inviteToken !== inviteToken) throw new ApiError('invalid-invite-token')
  return team
}

async function countSeats(
  { planConnections }: TeamRepositories,
  app: AppDefinition,
  { ownerId, connectionId }: TeamRow,
): Promise<number> {
  const connection = (await planConnections.listByMember(ownerId)).find(({ id }) => id === connectionId)
  const plan = app.plans.find(({ id }) => id === connection?.planId)
  // A plan that its owner no longer shares invites nobody.
  if (!connection || !plan?.team) throw new ApiError('invalid-invite-token')
  if (!isActive(connection)) throw new ApiError('team-inactive')
  return plan.team.seats
}
