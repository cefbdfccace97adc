import type { Plan, Price } from '../../../contract/entities'
import type { PlanDefinition, PriceDefinition } from '../app-definition'

/** A plan as clients read it. */
export function toPlan({ id, name, description, priority, active, prices }: PlanDefinition): Plan {
  return {
    id,
    name,
    description: description ?? null,
    priority: priority ?? null,
    status: active ? 'ACTIVE' : 'INACTIVE',
    prices: prices.map(toPrice),
  }
}

function toPrice(price: PriceDefinition): Price {
  return {
    id: price.id,
    name: price.name,
    type: price.interval ? 'SUBSCRIPTION' : 'ONETIME',
    status: price.active ? 'ACTIVE' : 'INACTIVE',
    amount: toMajorUnits(price),
    currency: price.currency,
    interval: { type: price.interval?.type ?? null, count: price.interval?.count ?? null },
  }
}

/** 1000 of USD is 10, 1000 of JPY is 1000: the number of decimals is the currency's own. */
export function toMajorUnits({ amountMinor, currency }: Pick<PriceDefinition, 'amountMinor' | 'currency'>): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return amountMinor / 10 ** maximumFractionDigits
}
