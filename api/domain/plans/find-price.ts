import type { AppDefinition, PlanDefinition, PriceDefinition } from '../app-definition'

export interface PricedPlan {
  plan: PlanDefinition
  price: PriceDefinition
}

/** A price of an app with the plan that it is for, whether or not either can still be had; undefined for one it does not have. */
export function findPrice({ plans }: Pick<AppDefinition, 'plans'>, priceId: string | null): PricedPlan | undefined {
  for (const plan of plans) {
    const price = plan.prices.find(({ id }) => id === priceId)
    if (price) return { plan, price }
  }
  return undefined
}
