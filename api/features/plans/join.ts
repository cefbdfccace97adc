import { ApiError } from '../../domain/api-error'
import type { AppDefinition, PlanDefinition } from '../apps/definition'
import type { Services } from '../../ports/services'
import type { MemberRow, PlanConnectionRow, Repositories } from '../../ports/store'
import { readMemberPlans } from './connections'
import { ensureTeam, ownsActiveTeam } from './teams'

type PlanRepositories = Pick<Repositories, 'apps' | 'members' | 'planConnections' | 'purchases' | 'teams'>

/**
 * The free plans that a sign-up asks for, each once. Plans with a price are left out: published clients send them along and
 * start the checkout after the sign-up.
 * @throws ApiError `plan-not-found` (also when inactive), `plan-restricted-to-admin`
 */
export function findFreePlans(app: AppDefinition, requested: readonly { planId: string }[]): PlanDefinition[] {
  const ids = new Set(requested.map(({ planId }) => planId))
  return Array.from(ids, (id) => findOpenPlan(app, id)).filter(isFree)
}

/** @throws ApiError `plan-not-found` (also when inactive), `plan-restricted-to-admin`, `plan-not-free` */
export function findFreePlan(app: AppDefinition, planId: string): PlanDefinition {
  const plan = findOpenPlan(app, planId)
  if (!isFree(plan)) throw new ApiError('plan-not-free')
  return plan
}

/** A free plan that an admin may add, restricted ones too. @throws ApiError `plan-not-found` (also when inactive), `plan-not-free` */
export function findGrantedPlan(app: Pick<AppDefinition, 'plans'>, planId: string): PlanDefinition {
  const plan = findActivePlan(app, planId)
  if (!isFree(plan)) throw new ApiError('plan-not-free')
  return plan
}

/**
 * Connects a member with free plans and revives canceled connections. Runs in the caller's transaction, under the lock of
 * the member.
 * @throws ApiError `already-have-plan`, `plan-member-limit-reached`, `can-only-have-one-active-team`
 */
export async function joinPlans(
  repositories: PlanRepositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  member: MemberRow,
  plans: readonly PlanDefinition[],
): Promise<void> {
  for (const plan of plans) await joinPlan(repositories, services, app, member, plan)
}

/**
 * Ends a member's connection with a free plan, in the caller's transaction and under the lock of the member. A paid
 * connection ends where payments are managed; a canceled one stays as history.
 * @throws ApiError `no-plan-found`, `plan-not-removable`, `cannot-change-team-account` while others share the plan
 */
export async function leavePlan(
  { planConnections, teams }: Pick<Repositories, 'planConnections' | 'teams'>,
  memberId: string,
  planId: string,
): Promise<void> {
  const held = (await planConnections.listByMember(memberId)).find((connection) => connection.planId === planId)
  if (!held || (isPaid(held) && held.status === 'CANCELED')) throw new ApiError('no-plan-found')
  if (isPaid(held)) throw new ApiError('plan-not-removable')
  const team = await teams.findByConnection(held.id)
  if (team) {
    await teams.lock(team.id)
    if ((await teams.countMembers(team.id)) > 1) throw new ApiError('cannot-change-team-account')
  }
  await planConnections.delete(held.id)
}

/**
 * Requires that a plan with a member limit has a place that nobody holds and nobody else is paying for. The lock makes the
 * count valid until the caller's transaction ends.
 * @throws ApiError `plan-member-limit-reached`
 */
export async function requirePlace(
  { apps, planConnections, purchases }: Pick<Repositories, 'apps' | 'planConnections' | 'purchases'>,
  { id: memberId, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
  { id, memberLimit }: Pick<PlanDefinition, 'id' | 'memberLimit'>,
  now: number,
): Promise<void> {
  if (memberLimit === undefined) return
  await apps.lock(appId)
  const taken = await planConnections.countByPlan(appId, mode, id)
  const reserved = await purchases.countOpenByPlan(appId, mode, id, now, memberId)
  if (taken + reserved >= memberLimit) throw new ApiError('plan-member-limit-reached')
}

async function joinPlan(
  repositories: PlanRepositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  member: MemberRow,
  plan: PlanDefinition,
): Promise<void> {
  const { planConnections } = repositories
  const { connections, teams } = await readMemberPlans(repositories, member.id)
  const held = connections.find(({ planId }) => planId === plan.id)
  if (held && held.status !== 'CANCELED') throw new ApiError('already-have-plan')
  if (plan.team && ownsActiveTeam(teams)) throw new ApiError('can-only-have-one-active-team')
  await requirePlace(repositories, member, plan, services.clock.now())
  const connection: PlanConnectionRow = {
    id: held?.id ?? services.secrets.id('con'),
    memberId: member.id,
    planId: plan.id,
    priceId: null,
    status: 'ACTIVE',
    createdAt: services.clock.now(),
    purchase: null,
  }
  await (held ? planConnections.replace(connection) : planConnections.insert(connection))
  await ensureTeam(repositories, services, app, connection)
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
