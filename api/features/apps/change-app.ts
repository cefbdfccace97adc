import { isDeepStrictEqual } from 'node:util'
import { UniqueConstraintError } from '../../domain/unique-constraint-error'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { auditEntry } from '../audit/actions'
import type { Owner } from '../audit/actions'
import type { AppDefinition, DataFieldDefinition, PlanDefinition, PriceDefinition } from './definition'
import { AppDefinitionError, KEYS_TAKEN } from './read-definition'

/**
 * Changes the app that a definition names, or adds it where there is none of that id.
 * @param owner of that app
 * @param file name of the file that the definition stands in, for errors
 * @param app whose HTML was checked, too
 * @throws AppDefinitionError with everything that is refused; nothing is changed then
 */
export async function changeApp(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  file: string,
  app: AppDefinition,
): Promise<AppChange> {
  try {
    return await services.store.transaction(async ({ apps, auditLog }) => {
      await apps.lock(app.id)
      const change = await planChange({ apps }, file, app)
      if (change.kind === 'none') return change
      // A new app has no row to lock.
      if (change.kind === 'add' && !(await apps.insert(app)))
        throw new AppDefinitionError(file, ['id: somebody else added this app at the same moment; try again'])
      if (change.kind === 'change') await apps.replace(app)
      const detail = { parts: change.parts.join(', ') }
      await auditLog.insert(auditEntry(services, owner, { act: `app.${change.kind}`, subject: app.id, detail }))
      return change
    })
  } catch (error) {
    // Another app took a key after the check.
    if (error instanceof UniqueConstraintError) throw new AppDefinitionError(file, [KEYS_TAKEN])
    throw error
  }
}

export interface AppChange {
  kind: 'add' | 'change' | 'none'
  /** Names of the top-level parts that differ. */
  parts: string[]
}

/**
 * Compares a definition with what is stored at this moment.
 * @param file name of the file that the definition stands in, for errors
 * @throws AppDefinitionError with everything that is refused
 */
export async function planChange(
  { apps }: Pick<Repositories, 'apps'>,
  file: string,
  after: AppDefinition,
): Promise<AppChange> {
  const stored = await apps.list()
  const before = stored.find(({ id }) => id === after.id)
  const others = stored.filter((app) => app !== before)
  const problems = [
    ...(others.some((other) => sharesKey(other, after)) ? [KEYS_TAKEN] : []),
    ...(before ? checkChange(before, after) : []),
  ]
  if (problems.length > 0) throw new AppDefinitionError(file, problems)
  if (!before) return { kind: 'add', parts: Object.keys(after) }
  const parts = partsThatDiffer(before, after)
  return { kind: parts.length > 0 ? 'change' : 'none', parts }
}

/** A key is looked for among those of both modes. */
const sharesKey = (one: AppDefinition, other: AppDefinition): boolean =>
  [one.keys.test, one.keys.live].some((key) => key === other.keys.test || key === other.keys.live)

function partsThatDiffer(before: AppDefinition, after: AppDefinition): string[] {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return names.filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)))
}

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
