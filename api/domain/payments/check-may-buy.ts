import type { MemberRow, Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import type { PlanDefinition } from '../app-definition'
import { readMemberPlans } from '../plans/member-plans'
import { requirePlace } from '../plans/require-place'
import { ownsActiveTeam } from '../teams/owns-active-team'
import { isRunning } from './is-running'

/**
 * Whether a member may pay for a plan now. Under the lock of the member; the limit of the plan counts those who are
 * paying, too.
 *
 * @param replaces id of the purchase whose place the new one takes, null for none
 * @throws ApiError `already-have-plan`, `can-only-have-one-active-team`, `plan-member-limit-reached`
 */
export async function checkMayBuy(
  repositories: Pick<Repositories, 'apps' | 'planConnections' | 'teams' | 'purchases'>,
  member: MemberRow,
  plan: PlanDefinition,
  { replaces, now }: { replaces: string | null; now: number },
): Promise<void> {
  const { connections, teams } = await readMemberPlans(repositories, member.id)
  const ofPlan = connections.find(({ planId }) => planId === plan.id)
  if (ofPlan && isRunning(ofPlan) && ofPlan.purchase.id !== replaces) throw new ApiError('already-have-plan')
  if (plan.team && ownsActiveTeam(teams, replaces)) throw new ApiError('can-only-have-one-active-team')
  const hasPlace = ofPlan !== undefined && ofPlan.status !== 'CANCELED'
  if (!hasPlace) await requirePlace(repositories, member, plan, now)
}
