import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import type { RequestContext } from '../../ports/handler'
import type { RateLimiter } from '../../ports/rate-limiter'
import type { Services } from '../../ports/services'
import type { MemberRow, PlanConnectionRow, Repositories } from '../../ports/store'
import type { TeamOfMember, TeamRepository, TeamRow } from '../../ports/team-store'
import { isActive } from './connections'

type TeamRepositories = Pick<Repositories, 'planConnections' | 'teams'>

/** A team of the caller's app and mode. @throws ApiError `team-not-found` */
export async function findTeam(
  teams: Pick<TeamRepository, 'find'>,
  { app, mode }: Pick<RequestContext, 'app' | 'mode'>,
  teamId: string,
): Promise<TeamRow> {
  const team = await teams.find(teamId)
  if (team?.appId !== app.id || team.mode !== mode) throw new ApiError('team-not-found')
  return team
}

/** A team that the caller owns. @throws ApiError `team-not-found`, `access-denied` */
export async function findOwnedTeam(
  teams: Pick<TeamRepository, 'find'>,
  request: Pick<RequestContext, 'app' | 'mode'> & { member: MemberRow },
  teamId: string,
): Promise<TeamRow> {
  const team = await findTeam(teams, request, teamId)
  if (team.ownerId !== request.member.id) throw new ApiError('access-denied')
  return team
}

/** @param replaces id of the purchase whose team does not count, because another purchase replaces it */
export const ownsActiveTeam = (teams: readonly TeamOfMember[], replaces: string | null = null): boolean =>
  teams.some(({ role, connection }) => role === 'OWNER' && isActive(connection) && connection.purchase?.id !== replaces)

/**
 * Creates the team of an active connection with a team plan; its member becomes the owner. A connection keeps its team, so
 * a change of team plans keeps members and invite link. Runs in the caller's transaction, under the lock of the member.
 */
export async function ensureTeam(
  { members, teams }: Pick<Repositories, 'members' | 'teams'>,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  connection: PlanConnectionRow,
): Promise<void> {
  const plan = app.plans.find(({ id }) => id === connection.planId)
  if (!plan?.team || !isActive(connection)) return
  if (await teams.findByConnection(connection.id)) return
  const owner = await members.findById(connection.memberId)
  if (!owner) return
  await teams.insert({
    id: secrets.id('team'),
    appId: owner.appId,
    mode: owner.mode,
    ownerId: owner.id,
    connectionId: connection.id,
    inviteToken: secrets.sessionToken(),
    createdAt: clock.now(),
  })
}

/**
 * Adds a member to the team of an invite token, in the caller's transaction; the lock of the team makes the seat count
 * valid. Refuses before it writes anything.
 * @throws ApiError `invalid-invite-token` (also for another app or mode), `already-in-team`, `team-inactive` while the
 *   owner's plan gives no access, `team-full`
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

/**
 * Joins the team of an invite token that came with a sign-up or login, in the same transaction. A useless invitation must
 * not cost anyone the account, so the caller gets a message. The limits of sign-ups and mailed codes bound guesses.
 * @returns why the member is not in the team, as a sentence for them; null when they are, or without a token
 */
export async function tryInvitation(
  repositories: TeamRepositories,
  services: Pick<Services, 'clock'>,
  app: AppDefinition,
  member: MemberRow,
  inviteToken: string | null | undefined,
): Promise<string | null> {
  if (!inviteToken) return null
  try {
    await joinTeam(repositories, services, app, member, inviteToken)
    return null
  } catch (error) {
    // A database that is unavailable says nothing about the invitation.
    if (!(error instanceof ApiError) || error.code === 'service-unavailable') throw error
    return error.code === 'already-in-team' ? null : `You could not join the team. ${error.message}`
  }
}

/**
 * Removes a member from a team, in the caller's transaction. Their access ends at once.
 * @param leave.asker member who asks: the owner may remove others, everyone else only themselves
 * @throws ApiError `access-denied`, `member-not-found`
 */
export async function leaveTeam(
  { teams }: Pick<Repositories, 'teams'>,
  { teamId, memberId, asker }: { teamId: string; memberId: string; asker: string },
): Promise<void> {
  await teams.lock(teamId)
  const people = await teams.listPeople(teamId)
  const isOwner = people.some((person) => person.memberId === asker && person.role === 'OWNER')
  if (!isOwner && asker !== memberId) throw new ApiError('access-denied')
  const leaving = people.find((person) => person.memberId === memberId)
  if (!leaving) throw new ApiError('member-not-found')
  if (leaving.role === 'OWNER') throw new ApiError('access-denied')
  await teams.removeMember(teamId, memberId)
}

/**
 * Limits wrong invite tokens per IP address. An attempt is counted before `work` and refunded when the token was right,
 * so that simultaneous guesses share the limit.
 * @throws ApiError `too-many-requests`, and what `work` throws
 */
export async function limitFailedAttempts<T>(
  rateLimiter: RateLimiter,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  await rateLimiter.take('inviteTokenFailuresPerAddress', address)
  let isWrong = false
  try {
    return await work()
  } catch (error) {
    isWrong = error instanceof ApiError && error.code === 'invalid-invite-token'
    throw error
  } finally {
    if (!isWrong) await rateLimiter.giveBack('inviteTokenFailuresPerAddress', address)
  }
}

async function lockInvitingTeam(
  { teams }: TeamRepositories,
  { appId, mode }: MemberRow,
  inviteToken: string,
): Promise<TeamRow> {
  const found = await teams.findByInviteToken(inviteToken)
  const team = found?.appId === appId && found.mode === mode ? await teams.lock(found.id) : null
  // The token may have been replaced, or the team deleted, before the lock.
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
  // The owner's plan may no longer have seats, or be gone from the app.
  if (!connection || !plan?.team) throw new ApiError('invalid-invite-token')
  if (!isActive(connection)) throw new ApiError('team-inactive')
  return plan.team.seats
}
