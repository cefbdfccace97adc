import type { PlanConnectionRow, Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/**
 * Ends a member's connection with a free plan, in the caller's transaction and under the lock of the member. What is
 * paid for ends where payments are managed; what of it was cancelled is history, and stays.
 *
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

const isPaid = ({ priceId, purchase }: PlanConnectionRow): boolean => priceId !== null || purchase !== null
