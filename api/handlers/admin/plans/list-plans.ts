import type { AdminPlan } from '../../../../contract/admin/schemas/plans'
import { toAdminPlan } from '../../../domain/admin/to-admin-plan'
import { ownerRead } from '../../../features/audit/reading'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Every plan of the app, those too that can no longer be had. */
export const listPlans: AdminHandler<'listPlans'> = ({ store }, { app, mode, actor }) =>
  ownerRead(store, actor, async ({ planConnections }) => {
    const data: AdminPlan[] = []
    for (const plan of app.plans) data.push(toAdminPlan(plan, await planConnections.countByPlan(app.id, mode, plan.id)))
    return { data }
  })
