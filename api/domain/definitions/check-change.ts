import { isDeepStrictEqual } from 'node:util'
import type { AppDefinition, DataFieldDefinition, PlanDefinition, PriceDefinition } from '../app-definition'

/**
 * What a definition may not change of the one that is stored, a line each: what members bought or wrote refers to it. Whatever
 * is not named here is the owner's to change. A coupon may go, as each purchase keeps its own; so may content groups, custom
 * fields and ways to log in, which are looked up by who uses them and passed over where they are missing.
 */
export function checkChange(before: AppDefinition, after: AppDefinition): string[] {
  return [
    ...before.plans.flatMap((plan) =>
      checkPlan(
        plan,
        after.plans.find(({ id }) => id === plan.id),
      ),
    ),
    ...before.dataTables.flatMap((table) =>
      checkTable(
        table,
        after.dataTables.find(({ key }) => key === table.key),
      ),
    ),
  ]
}

function checkPlan(plan: PlanDefinition, after: PlanDefinition | undefined): string[] {
  const place = `plans.${plan.id}`
  if (!after) return [`${place} is missing. Members may have it: keep it with "active": false.`]
  return plan.prices.flatMap((price) => {
    const kept = after.prices.find(({ id }) => id === price.id)
    return checkPrice(`${place}.prices.${price.id}`, price, kept)
  })
}

/** What stands in a purchase. The trial is none of it: whoever is in one keeps the end that was agreed. */
const sold = {
  amountMinor: ({ amountMinor }) => amountMinor,
  currency: ({ currency }) => currency.toLowerCase(),
  interval: ({ interval }) => interval,
} as const satisfies Partial<Record<keyof PriceDefinition, (price: PriceDefinition) => unknown>>

function checkPrice(place: string, price: PriceDefinition, after: PriceDefinition | undefined): string[] {
  if (!after) return [`${place} is missing. Members may have it: keep it with "active": false.`]
  return Object.entries(sold)
    .filter(([, partOf]) => !isDeepStrictEqual(partOf(price), partOf(after)))
    .map(([part]) => `${place}.${part} was sold as it is: add another price and set this one to "active": false.`)
}

type Table = AppDefinition['dataTables'][number]

/**
 * Records outlive their table and their fields: they stay in the database, where nobody reaches them, and are read again by
 * whatever takes the key later, as a number what is a text. So a key that was there stays.
 */
function checkTable(table: Table, after: Table | undefined): string[] {
  const place = `dataTables.${table.key}`
  if (!after) return [`${place} is missing. Its records would stay: keep it, with "ADMIN_ONLY" for its four rules.`]
  return table.fields.flatMap((field) => {
    const kept = after.fields.find(({ key }) => key === field.key)
    return checkField(`${place}.fields.${field.key}`, field, kept)
  })
}

function checkField(place: string, field: DataFieldDefinition, after: DataFieldDefinition | undefined): string[] {
  // It keeps nothing itself: the references that it lists stand in the other table.
  const keepsValues = field.type !== 'VIRTUAL_REFERENCE_LIST'
  if (!after) return keepsValues ? [`${place} is missing. Records may have it: keep it.`] : []
  if (after.type !== field.type) return [`${place} changes its type. Records may have it: add another field.`]
  if (keepsValues && leadsTo(after) !== leadsTo(field))
    return [`${place} leads to another table. Records may have it: add another field.`]
  return []
}

const leadsTo = (field: DataFieldDefinition): string => ('references' in field ? field.references : '')
