import type { Services } from '../../ports/services'
import type { MemberRow, PlanConnectionRow, Repositories } from '../../ports/store'
import { ApiError } from '../api-error'
import type { PlanDefinition } from '../app-definition'

/**
 * Connects a member with free plans. It counts and inserts in the caller's transaction, so that two sign-ups cannot
 * both take the last place.
 *
 * @throws ApiError `plan-member-limit-reached`
 */
export async function joinPlans(
  repositories: Pick<Repositories, 'planConnections'>,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  member: MemberRow,
  plans: readonly PlanDefinition[],
): Promise<PlanConnectionRow[]> {
  const connections: PlanConnectionRow[] = []
  for (const { id: planId, memberLimit } of plans) {
    const taken =
      memberLimit === undefined ? 0 : await repositories.planConnections.countByPlan(member.appId, member.mode, planId)
    if (memberLimit !== undefined && taken >= memberLimit) throw new ApiError('plan-member-limit-reached')
    const connection: PlanConnectionRow = {
      id: secrets.id('con'),
      memberId: member.id,
      planId,
      priceId: null,
      status: 'ACTIVE',
      createdAt: clock.now(),
      purchase: null,
    }
    await repositories.planConnections.insert(connection)
    connections.push(connection)
  }
  return connections
}
