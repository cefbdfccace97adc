import * as v from 'valibot'
import { plan } from '../../entities'
import type { adminPlanEndpoints } from '../endpoints/plans'
import type { SchemasFor } from '../../schemas/schema'

/** A plan with what only an owner may know. */
export const adminPlan = v.object({
  ...plan.entries,
  /** Nobody but an admin can add it. */
  restrictToAdmin: v.boolean(),
  /** How many may have it; null: any number. */
  memberLimit: v.nullable(v.number()),
  /** How many have it themselves; who shares it in a team is not counted. */
  memberCount: v.number(),
  /** Of the team that comes with it, its owner's among them; null: none comes. */
  teamSeats: v.nullable(v.number()),
})
export type AdminPlan = v.InferOutput<typeof adminPlan>

export const adminPlanSchemas = {
  listPlans: { input: v.object({}), output: v.array(adminPlan) },
  retrievePlan: { input: v.object({}), output: adminPlan },
} satisfies SchemasFor<typeof adminPlanEndpoints>
