import type { AdminPlan } from '../../../contract/admin/schemas/plans'
import { toPlan } from '../answers/to-plan'
import type { PlanDefinition } from '../app-definition'

/** A plan as an owner's server reads it. */
export function toAdminPlan(plan: PlanDefinition, memberCount: number): AdminPlan {
  return {
    ...toPlan(plan),
    restrictToAdmin: plan.restrictedToAdmin,
    memberLimit: plan.memberLimit ?? null,
    memberCount,
    teamSeats: plan.team?.seats ?? null,
  }
}
