import { ApiError } from '../api-error'
import type { AppDefinition, PlanDefinition } from '../app-definition'

/**
 * The plans that a person may join without paying; one that is named twice is joined once.
 *
 * @throws ApiError `plan-not-found` (also when inactive), `plan-restricted-to-admin`, `plan-not-free`
 */
export function findFreePlans(app: AppDefinition, requested: readonly { planId: string }[]): PlanDefinition[] {
  const ids = new Set(requested.map(({ planId }) => planId))
  return Array.from(ids, (id) => {
    const plan = app.plans.find((candidate) => candidate.id === id)
    if (!plan?.active) throw new ApiError('plan-not-found')
    if (plan.restrictedToAdmin) throw new ApiError('plan-restricted-to-admin')
    if (plan.prices.length > 0) throw new ApiError('plan-not-free')
    return plan
  })
}
