import { toPlan } from '../../features/plans/serializers'
import { ApiError } from '../../lib/errors'
import type { Answer, Input } from '../../../contract/schemas'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** One plan with its prices. @throws ApiError `plan-not-found` */
export async function getPlan(
  _services: Services,
  { app }: RequestContext,
  { planId }: Input<'getPlan'>,
): Promise<Answer<'getPlan'>> {
  const plan = app.plans.find(({ id }) => id === planId)
  if (!plan) throw new ApiError('plan-not-found')
  return { data: toPlan(plan) }
}
