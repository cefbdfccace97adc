import { ApiError } from '../api-error'
import type { AppDefinition, PlanDefinition } from '../app-definition'

/**
 * The plans that a new member joins without paying; one that is named twice is joined once. A plan with a price is
 * passed over: published clients send it along and start the checkout after the sign-up.
 *
 * @throws ApiError `plan-not-found` (also when inactive), `plan-restricted-to-admin`
 */
export function findFreePlans(app: AppDefinition, requested: readonly { planId: string }[]): PlanDefinition[] {
  const ids = new Set(requested.map(({ planId }) => planId))
  const plans = Array.from(ids, (id) => {
    const plan = app.plans.find((candidate) => candidate.id === id)
    if (!plan?.active) throw new ApiError('plan-not-found')
    if (plan.restrictedToAdmin) throw new ApiError('plan-restricted-to-admin')
    return plan
  })
  return plans.filter(({ prices }) => prices.length === 0)
}
