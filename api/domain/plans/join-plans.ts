import type { Services } from '../../ports/services'
import type { MemberRow, PlanConnectionRow, Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import type { AppDefinition, PlanDefinition } from '../app-definition'
import { ensureTeam } from '../teams/ensure-team'
import { ownsActiveTeam } from '../teams/owns-active-team'
import { readMemberPlans } from './member-plans'
import { requirePlace } from './require-place'

type PlanRepositories = Pick<Repositories, 'apps' | 'members' | 'planConnections' | 'purchases' | 'teams'>

/**
 * Connects a member with free plans, in the caller's transaction and under the lock of the member. A connection that
 * was cancelled is taken up again.
 *
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
