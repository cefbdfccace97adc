import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../domain/accounts/lock-caller'
import { toApp } from '../../domain/answers/to-app'
import { toMember } from '../../domain/answers/to-member'
import { findFreePlan } from '../../domain/plans/find-free-plans'
import { findPlanRedirect } from '../../domain/plans/find-redirect'
import { joinPlans } from '../../domain/plans/join-plans'
import { readMemberPlans } from '../../domain/plans/member-plans'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * Joins a free plan.
 *
 * @throws ApiError `plan-not-found`, `plan-restricted-to-admin`, `plan-not-free`, `already-have-plan`,
 * `plan-member-limit-reached`, `can-only-have-one-active-team`, `client/invalid-token`
 */
export async function addPlan(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'captcha' | 'socialProviders' | 'urls'>,
  request: RequestFor<'addPlan'>,
  { planId }: Input<'addPlan'>,
): Promise<Answer<'addPlan'>> {
  const { app, mode } = request
  const plan = findFreePlan(app, planId)
  const { member, plans } = await services.store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    await joinPlans(repositories, services, app, current, [plan])
    return { member: current, plans: await readMemberPlans(repositories, current.id) }
  })
  return {
    data: {
      member: toMember(app, member, plans),
      redirect: findPlanRedirect(app, 'afterPurchase', plan),
      app: toApp(services, app, mode, plans),
    },
  }
}
