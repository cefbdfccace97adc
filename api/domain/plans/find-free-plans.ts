import { ApiError } from '../../lib/errors'
import type { AppDefinition, PlanDefinition } from '../app-definition'

/**
 * The plans that a new member joins without paying; one that is named twice is joined once. A plan with a price is
 * passed over: published clients send it along and start the checkout after the sign-up.
 *
 * @throws ApiError `plan-not-found` (also when inactive), `plan-restricted-to-admin`
 */
export function findFreePlans(app: AppDefinition, requested: readonly { planId: string }[]): PlanDefinition[] {
  const ids = new Set(requested.map(({ planId }) => planId))
  return Array.from(ids, (id) => findOpenPlan(app, id)).filter(isFree)
}

/**
 * The plan that a member joins without paying.
 *
 * @throws ApiError `plan-not-found` (also when inactive), `plan-restricted-to-admin`, `plan-not-free`
 */
export function findFreePlan(app: AppDefinition, planId: string): PlanDefinition {
  const plan = findOpenPlan(app, planId)
  if (!isFree(plan)) throw new ApiError('plan-not-free')
  return plan
}

/**
 * The plan that an admin gives a member: one that only an admin can add, too.
 *
 * @throws ApiError `plan-not-found` (also when inactive), `plan-not-free`
 */
export function findGrantedPlan({ plans }: Pick<AppDefinition, 'plans'>, planId: string): PlanDefinition {
  const plan = plans.find(({ id }) => id === planId)
  if (!plan?.active) throw new ApiError('plan-not-found')
  if (!isFree(plan)) throw new ApiError('plan-not-free')
  return plan
}

function findOpenPlan(app: AppDefinition, planId: string): PlanDefinition {
  const plan = app.plans.find(({ id }) => id === planId)
  if (!plan?.active) throw new ApiError('plan-not-found')
  if (plan.restrictedToAdmin) throw new ApiError('plan-restricted-to-admin')
  return plan
}

const isFree = ({ prices }: PlanDefinition): boolean => prices.length === 0
