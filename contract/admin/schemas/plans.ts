import * as v from 'valibot'
import { plan } from '../../entities'
import type { adminPlanEndpoints } from '../endpoints/plans'
import type { SchemasFor } from '../../schemas/schema'

/** A plan with fields that only an owner can read. */
export const adminPlan = v.object({
  ...plan.entries,
  /** Only an admin can add it. */
  restrictToAdmin: v.boolean(),
  /** Maximum number of members; null: unlimited. */
  memberLimit: v.nullable(v.number()),
  /** Members with the plan, without those who share it in a team. */
  memberCount: v.number(),
  /** Seats of the plan's team, including its owner; null: no team. */
  teamSeats: v.nullable(v.number()),
})
export type AdminPlan = v.InferOutput<typeof adminPlan>

export const adminPlanSchemas = {
  listPlans: { input: v.object({}), output: v.array(adminPlan) },
  retrievePlan: { input: v.object({}), output: adminPlan },
} satisfies SchemasFor<typeof adminPlanEndpoints>
