import { toAdminPlan } from '../../../domain/admin/to-admin-plan'
import { ApiError } from '../../../domain/api-error'
import type { AdminHandler } from '../../../ports/admin-handler'

/** @throws ApiError `plan-not-found` */
export const retrievePlan: AdminHandler<'retrievePlan'> = async ({ store }, { app, mode }, { planId }) => {
  const plan = app.plans.find(({ id }) => id === planId)
  if (!plan) throw new ApiError('plan-not-found')
  return { data: toAdminPlan(plan, await store.planConnections.countByPlan(app.id, mode, planId)) }
}
