import type { PlanConnection } from '../../../contract/entities'
import type { PlanConnectionRow } from '../../ports/store'
import type { AppDefinition, PriceDefinition } from '../app-definition'
import { isActive } from '../plans/is-active'
import { toMajorUnits } from './to-plan'

/** A connection as clients read it; without a price it is free. A plan that was removed keeps its id as its name. */
export function toPlanConnection(app: AppDefinition, row: PlanConnectionRow): PlanConnection {
  const plan = app.plans.find(({ id }) => id === row.planId)
  const price = plan?.prices.find(({ id }) => id === row.priceId)
  return {
    id: row.id,
    active: isActive(row),
    status: row.status,
    planId: row.planId,
    planName: plan?.name ?? row.planId,
    type: typeOf(row, price),
    payment: price
      ? {
          amount: toMajorUnits(price),
          currency: price.currency,
          status: row.status,
          lastBillingDate: null,
          nextBillingDate: null,
          cancelAtDate: null,
          priceId: price.id,
        }
      : null,
  }
}

function typeOf({ priceId }: PlanConnectionRow, price: PriceDefinition | undefined): PlanConnection['type'] {
  if (priceId === null) return 'FREE'
  return price?.interval ? 'SUBSCRIPTION' : 'ONETIME'
}
