import { ApiError } from '../../lib/errors'
import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition, PlanDefinition } from '../apps/definition'
import { lockApp } from '../apps/repository'
import { countMembersWithPlan, type MemberRow } from '../members/repository'
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
} from './repository'
import { ensureTeam, ownsActiveTeam } from './teams'

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
  app: AppDefinition,
  member: MemberRow,
  plans: readonly PlanDefinition[],
): Promise<void> {
  for (const plan of plans) await joinPlan(tx, services, app, member, plan)
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
  const reserved = await countMembersInCheckout(tx, appId, mode, id, now, memberId)
  if (taken + reserved >= memberLimit) throw new ApiError('plan-member-limit-reached')
}

async function joinPlan(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  member: MemberRow,
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
