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
    payment: toPayment(row),
  }
}

function toPayment({ priceId, purchase }: PlanConnectionRow): PlanConnection['payment'] {
  if (priceId === null || purchase === null) return null
  return {
    amount: toMajorUnits(purchase),
    currency: purchase.currency,
    status: purchase.paymentStatus,
    lastBillingDate: purchase.lastBilledAt,
    nextBillingDate: purchase.nextBillingAt,
    cancelAtDate: purchase.cancelAt,
    priceId,
  }
}

function typeOf({ priceId, purchase }: PlanConnectionRow, price: PriceDefinition | undefined): PlanConnection['type'] {
  if (priceId === null) return 'FREE'
  return price?.interval || purchase?.nextBillingAt ? 'SUBSCRIPTION' : 'ONETIME'
}
