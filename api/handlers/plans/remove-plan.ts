import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../domain/accounts/lock-caller'
import { toMember } from '../../domain/answers/to-member'
import { findPlanRedirect } from '../../domain/plans/find-redirect'
import { leavePlan } from '../../domain/plans/leave-plan'
import { readMemberPlans } from '../../domain/plans/member-plans'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Leaves a free plan; one that the app no longer has, too.
 *
 * @throws ApiError `no-plan-found`, `plan-not-removable`, `cannot-change-team-account`, `client/invalid-token`
 */
export async function removePlan(
  services: Pick<Services, 'store' | 'clock'>,
  request: RequestFor<'removePlan'>,
  { planId }: Input<'removePlan'>,
): Promise<Answer<'removePlan'>> {
  const { app } = request
  const { member, plans } = await services.store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    await leavePlan(repositories, current.id, planId)
    return { member: current, plans: await readMemberPlans(repositories, current.id) }
  })
  const plan = app.plans.find(({ id }) => id === planId)
  return { data: { member: toMember(app, member, plans), redirect: findPlanRedirect(app, 'afterCancel', plan) } }
}
