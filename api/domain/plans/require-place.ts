import type { MemberRow, Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'
import type { PlanDefinition } from '../app-definition'

/**
 * Whether a plan with a member limit has a place left for a member: neither taken nor being paid for by somebody else right
 * now. The count holds until the caller's transaction ends, so that two at once never take the last place.
 *
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
