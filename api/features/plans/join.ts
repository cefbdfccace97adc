import { ApiError } from '../../lib/errors'
import type { Tx, Db } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition, PlanDefinition } from '../apps/definition'
import { lockApp } from '../apps/repository'
import { countMembersWithPlan, type MemberRow, findMemberById } from '../members/repository'
import {
  countMembersInCheckout,
  countTeamMembers,
  deletePlanConnection,
  findTeamByConnection,
  insertPlanConnection,
  listPlanConnections,
  lockTeam,
  type PlanConnectionRow,
  replacePlanConnection,
  readMemberPlans,
  deleteTeamMember,
  findTeamById,
  findTeamByInviteToken,
  insertTeam,
  insertTeamMember,
  listTeamPeople,
  listTeamsOfMember,
  type TeamOfMember,
  type TeamRow,
  isActive,
} from './repository'
import { messages } from '../../../contract/messages'
import { fillText } from '../../lib/text'
import type { RateLimiter } from '../../http/rate-limits/limiter'
import type { RequestContext, AppMember } from '../members/context'

/**
 * The distinct free plans of a sign-up. Skips plans with a price: published clients send them too, and start the
 * checkout after the sign-up.
 * @throws ApiError `plan-not-found` (also if inactive), `plan-restricted-to-admin`
 */
export function findFreePlans(app: AppDefinition, requested: readonly { planId: string }[]): PlanDefinition[] {
  const ids = new Set(requested.map(({ planId }) => planId))
  return Array.from(ids, (id) => findOpenPlan(app, id)).filter(isFree)
}

/** @throws ApiError `plan-not-found` (also if inactive), `plan-restricted-to-admin`, `plan-not-free` */
export function findFreePlan(app: AppDefinition, planId: string): PlanDefinition {
  const plan = findOpenPlan(app, planId)
  if (!isFree(plan)) throw new ApiError('plan-not-free')
  return plan
}

/** For admins, so restricted plans too. @throws ApiError `plan-not-found` (also if inactive), `plan-not-free` */
export function findGrantedPlan(app: Pick<AppDefinition, 'plans'>, planId: string): PlanDefinition {
  const plan = findActivePlan(app, planId)
  if (!isFree(plan)) throw new ApiError('plan-not-free')
  return plan
}

/**
 * Connects a member with free plans, or reactivates canceled connections. In the caller's transaction, under the
 * member's lock.
 * @throws ApiError `already-have-plan`, `plan-member-limit-reached`, `can-only-have-one-active-team`
 */
export async function joinPlans(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, member }: AppMember,
  plans: readonly PlanDefinition[],
): Promise<void> {
  for (const plan of plans) await joinPlan(tx, services, { app, member }, plan)
}

/**
 * Ends a connection with a free plan, in the caller's transaction, under the member's lock. Paid connections end where
 * payments are managed; canceled ones stay as history.
 * @throws ApiError `no-plan-found`, `plan-not-removable`, `cannot-change-team-account` while others share the plan
 */
export async function leavePlan(tx: Tx, memberId: string, planId: string): Promise<void> {
  const held = (await listPlanConnections(tx, memberId)).find((connection) => connection.planId === planId)
  if (!held || (isPaid(held) && held.status === 'CANCELED')) throw new ApiError('no-plan-found')
  if (isPaid(held)) throw new ApiError('plan-not-removable')
  const team = await findTeamByConnection(tx, held.id)
  if (team) {
    await lockTeam(tx, team.id)
    if ((await countTeamMembers(tx, team.id)) > 1) throw new ApiError('cannot-change-team-account')
  }
  await deletePlanConnection(tx, held.id)
}

/**
 * Requires a free place in a plan with a member limit; other members' open checkouts take places. The lock keeps the
 * count valid until the caller's transaction ends.
 * @throws ApiError `plan-member-limit-reached`
 */
export async function requirePlace(
  tx: Tx,
  { id: memberId, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
  { id, memberLimit }: Pick<PlanDefinition, 'id' | 'memberLimit'>,
  now: number,
): Promise<void> {
  if (memberLimit === undefined) return
  await lockApp(tx, appId)
  const taken = await countMembersWithPlan(tx, { appId, mode, planId: id })
  const reserved = await countMembersInCheckout(tx, { appId, mode }, id, { now, except: memberId })
  if (taken + reserved >= memberLimit) throw new ApiError('plan-member-limit-reached')
}

async function joinPlan(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, member }: AppMember,
  plan: PlanDefinition,
): Promise<void> {
  const { connections, teams } = await readMemberPlans(tx, member.id)
  const held = connections.find(({ planId }) => planId === plan.id)
  if (held && held.status !== 'CANCELED') throw new ApiError('already-have-plan')
  if (plan.team && ownsActiveTeam(teams)) throw new ApiError('can-only-have-one-active-team')
  await requirePlace(tx, member, plan, services.clock.now())
  const connection: PlanConnectionRow = {
    id: held?.id ?? services.secrets.id('con'),
    memberId: member.id,
    planId: plan.id,
    priceId: null,
    status: 'ACTIVE',
    createdAt: services.clock.now(),
    purchase: null,
  }
  await (held ? replacePlanConnection(tx, connection) : insertPlanConnection(tx, connection))
  await ensureTeam(tx, services, app, connection)
}

function findOpenPlan(app: AppDefinition, planId: string): PlanDefinition {
  const plan = findActivePlan(app, planId)
  if (plan.restrictedToAdmin) throw new ApiError('plan-restricted-to-admin')
  return plan
}

function findActivePlan({ plans }: Pick<AppDefinition, 'plans'>, planId: string): PlanDefinition {
  const plan = plans.find(({ id }) => id === planId)
  if (!plan?.active) throw new ApiError('plan-not-found')
  return plan
}

const isFree = ({ prices }: PlanDefinition): boolean => prices.length === 0

const isPaid = ({ priceId, purchase }: PlanConnectionRow): boolean => priceId !== null || purchase !== null

/** Within the caller's app and mode. @throws ApiError `team-not-found` */
export async function findTeam(
  db: Db,
  { app, mode }: Pick<RequestContext, 'app' | 'mode'>,
  teamId: string,
): Promise<TeamRow> {
  const team = await findTeamById(db, teamId)
  if (team?.appId !== app.id || team.mode !== mode) throw new ApiError('team-not-found')
  return team
}

/** @throws ApiError `team-not-found`, `access-denied` unless the caller owns it */
export async function findOwnedTeam(
  db: Db,
  request: Pick<RequestContext, 'app' | 'mode'> & { member: MemberRow },
  teamId: string,
): Promise<TeamRow> {
  const team = await findTeam(db, request, teamId)
  if (team.ownerId !== request.member.id) throw new ApiError('access-denied')
  return team
}

/** @param replaces id of the purchase whose team is ignored, because another purchase replaces it */
export const ownsActiveTeam = (teams: readonly TeamOfMember[], replaces: string | null = null): boolean =>
  teams.some(({ role, connection }) => role === 'OWNER' && isActive(connection) && connection.purchase?.id !== replaces)

/**
 * Creates the team of an active connection with a team plan; its member is the owner. A connection keeps its team when
 * team plans change, with members and invite link. In the caller's transaction, under the member's lock.
 */
export async function ensureTeam(
  tx: Tx,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  connection: PlanConnectionRow,
): Promise<void> {
  const plan = app.plans.find(({ id }) => id === connection.planId)
  if (!plan?.team || !isActive(connection)) return
  if (await findTeamByConnection(tx, connection.id)) return
  const owner = await findMemberById(tx, connection.memberId)
  if (!owner) return
  await insertTeam(tx, {
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
 * The inviter and the team, for anyone with its invite token: a team has the name of its plan.
 * @throws ApiError `invalid-invite-token` (also for another app or mode), `team-inactive`
 */
export async function findInvitation(
  db: Db,
  { app, mode }: Pick<RequestContext, 'app' | 'mode'>,
  inviteToken: string,
): Promise<{ teamName: string; inviterEmail: string }> {
  const team = await findTeamByInviteToken(db, inviteToken)
  if (team?.appId !== app.id || team.mode !== mode) throw new ApiError('invalid-invite-token')
  const { plan } = await findSeats(db, app, team)
  const owner = await findMemberById(db, team.ownerId)
  if (!owner) throw new ApiError('invalid-invite-token')
  return { teamName: plan.name, inviterEmail: owner.email }
}

/**
 * Adds a member to the team of an invite token, in the caller's transaction; the team's lock keeps the seat count
 * valid. Refuses before any write.
 * @throws ApiError `invalid-invite-token` (also for another app or mode), `already-in-team`, `team-inactive` while the
 * owner's plan gives no access, `team-full`
 */
export async function joinTeam(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { app, member }: AppMember,
  inviteToken: string,
): Promise<TeamRow> {
  const team = await lockInvitingTeam(tx, member, inviteToken)
  const own = await listTeamsOfMember(tx, member.id)
  if (own.some(({ team: { id } }) => id === team.id)) throw new ApiError('already-in-team')
  const { seats } = await findSeats(tx, app, team)
  if ((await countTeamMembers(tx, team.id)) >= seats) throw new ApiError('team-full')
  await insertTeamMember(tx, { teamId: team.id, memberId: member.id, role: 'MEMBER', joinedAt: clock.now() })
  return team
}

/**
 * Joins the team of an invite token in a sign-up or login, in the same transaction. A useless invitation must not cost
 * the account, so it returns a message. The limits of sign-ups and mailed codes bound guesses.
 * @returns why the member is not in the team, as a sentence for them; null if they are, or without a token
 */
export async function tryInvitation(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  { app, member }: AppMember,
  inviteToken: string | null | undefined,
): Promise<string | null> {
  if (!inviteToken) return null
  try {
    await joinTeam(tx, services, { app, member }, inviteToken)
    return null
  } catch (error) {
    // If the database is unavailable, the invitation may still be valid.
    if (!(error instanceof ApiError) || error.code === 'service-unavailable') throw error
    return error.code === 'already-in-team' ? null : fillText(messages['joinTeam-failed'], { reason: error.message })
  }
}

/**
 * Removes a member from a team, in the caller's transaction. Their access ends at once.
 * @param leave.asker calling member: the owner may remove others, all others only themselves
 * @throws ApiError `access-denied`, `member-not-found`
 */
export async function leaveTeam(
  tx: Tx,
  { teamId, memberId, asker }: { teamId: string; memberId: string; asker: string },
): Promise<void> {
  await lockTeam(tx, teamId)
  const people = await listTeamPeople(tx, teamId)
  const isOwner = people.some((person) => person.memberId === asker && person.role === 'OWNER')
  if (!isOwner && asker !== memberId) throw new ApiError('access-denied')
  const leaving = people.find((person) => person.memberId === memberId)
  if (!leaving) throw new ApiError('member-not-found')
  if (leaving.role === 'OWNER') throw new ApiError('access-denied')
  await deleteTeamMember(tx, teamId, memberId)
}

/**
 * Limits wrong invite tokens per IP address. An attempt is counted before `work` and refunded if the token was right,
 * so that simultaneous guesses share the limit.
 * @throws ApiError `too-many-requests`, and errors of `work`
 */
export async function limitFailedAttempts<T>(
  rateLimiter: RateLimiter,
  ipAddress: string,
  work: () => Promise<T>,
): Promise<T> {
  await rateLimiter.take('inviteTokenFailuresPerAddress', ipAddress)
  let isWrong = false
  try {
    return await work()
  } catch (error) {
    isWrong = error instanceof ApiError && error.code === 'invalid-invite-token'
    throw error
  } finally {
    if (!isWrong) await rateLimiter.refund('inviteTokenFailuresPerAddress', ipAddress)
  }
}

async function lockInvitingTeam(tx: Tx, { appId, mode }: MemberRow, inviteToken: string): Promise<TeamRow> {
  const found = await findTeamByInviteToken(tx, inviteToken)
  const team = found?.appId === appId && found.mode === mode ? await lockTeam(tx, found.id) : null
  // The token may have been replaced, or the team deleted, before the lock.
  if (team?.inviteToken !== inviteToken) throw new ApiError('invalid-invite-token')
  return team
}

/** The plan that the team shares, and its seats. */
async function findSeats(db: Db, app: AppDefinition, { ownerId, connectionId }: TeamRow) {
  const connection = (await listPlanConnections(db, ownerId)).find(({ id }) => id === connectionId)
  const plan = app.plans.find(({ id }) => id === connection?.planId)
  // The owner's plan may no longer have seats, or exist in the app.
  if (!connection || !plan?.team) throw new ApiError('invalid-invite-token')
  if (!isActive(connection)) throw new ApiError('team-inactive')
  return { plan, seats: plan.team.seats }
}
