import { auditAct } from '../../../domain/admin/audit-act'
import { lockMember } from '../../../domain/admin/find-member'
import { findGrantedPlan, joinPlans } from '../../../features/plans/join'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Gives a member a plan without a price, one that only an admin can add, too.
 * @throws ApiError `member-not-found`, `plan-not-found`, `plan-not-free`, `already-have-plan`, `plan-member-limit-reached`,
 *   `can-only-have-one-active-team`
 */
export const addPlanToMember: AdminHandler<'addPlanToMember'> = async (
  services,
  context,
  { member: named, planId },
) => {
  const plan = findGrantedPlan(context.app, planId)
  await services.store.transaction(async (repositories) => {
    const member = await lockMember(repositories, context, named)
    await joinPlans(repositories, services, context.app, member, [plan])
    const act = { act: 'member.plan.add', subject: member.id, detail: { plan: planId } }
    await auditAct(repositories, services, context, act)
  })
  return { data: 'OK' }
}
