import { auditAct } from '../../../domain/admin/audit-act'
import { lockMember } from '../../../domain/admin/find-member'
import { leavePlan } from '../../../features/plans/join'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Takes a free plan from a member. What is paid for is cancelled where payments are managed.
 * @throws ApiError `member-not-found`, `no-plan-found`, `plan-not-removable`, `cannot-change-team-account`
 */
export const removePlanFromMember: AdminHandler<'removePlanFromMember'> = async (
  services,
  context,
  { member: named, planId },
) => {
  await services.store.transaction(async (repositories) => {
    const member = await lockMember(repositories, context, named)
    await leavePlan(repositories, member.id, planId)
    const act = { act: 'member.plan.remove', subject: member.id, detail: { plan: planId } }
    await auditAct(repositories, services, context, act)
  })
  return { data: 'OK' }
}
