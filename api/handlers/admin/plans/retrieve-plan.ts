import { toAdminPlan } from '../../../domain/admin/to-admin-plan'
import { ownerRead } from '../../../domain/owner/owner-read'
import { ApiError } from '../../../lib/errors'
import type { AdminHandler } from '../../../ports/admin-handler'

/** @throws ApiError `plan-not-found` */
export const retrievePlan: AdminHandler<'retrievePlan'> = async ({ store }, { app, mode, actor }, { planId }) => {
  const plan = app.plans.find(({ id }) => id === planId)
  if (!plan) throw new ApiError('plan-not-found')
  const count = await ownerRead(store, actor, ({ planConnections }) =>
    planConnections.countByPlan(app.id, mode, planId),
  )
  return { data: toAdminPlan(plan, count) }
}
