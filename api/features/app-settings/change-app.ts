import { isDeepStrictEqual } from 'node:util'
import { UniqueConstraintError } from '../../lib/errors'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition, AppFile, DataFieldDefinition, PlanDefinition, PriceDefinition } from '../apps/definition'
import { AppDefinitionError, KEYS_TAKEN } from '../apps/read-definition'
import { insertApp, insertVersion, readAppFile, replaceApp } from '../apps/versions'
import { listApps, lockApp, readStoredApp } from '../apps/repository'
import { auditEntry, type Owner } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'

/**
 * Updates the app with the definition's id, or adds it.
 * @param owner of that app
 * @param file the definition's file, for errors
 * @param app with checked HTML
 * @param alongside in the transaction of a change
 * @throws AppDefinitionError with all problems; then nothing has changed
 */
export async function changeApp(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  { file, app }: { file: string; app: AppFile },
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<AppChange> {
  try {
    return await services.store.transaction(async (tx) => {
      await lockApp(tx, app.id)
      const before = await readStoredApp(tx, app.id)
      const now = services.clock.now()
      const change = await planChange(tx, file, app)
      if (change.kind === 'none') return change
      // A new app has no row to lock.
      if (change.kind === 'add' && !(await insertApp(tx, app, now)))
        throw new AppDefinitionError(file, ['id: another request added this app at the same time; try again'])
      const version = change.kind === 'change' ? await replaceApp(tx, app, now) : 1
      await insertVersion(tx, { before, after: app, version, parts: change.parts, author: owner.actor, now })
      const detail = { parts: change.parts.join(', ') }
      await insertAuditEntry(tx, auditEntry(services, owner, { act: `app.${change.kind}`, subject: app.id, detail }))
      await alongside(tx)
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
  /** Top-level parts that differ. */
  parts: string[]
}

/** Compares a definition with the stored one. @param file the definition's file, for errors @throws AppDefinitionError with all problems */
export async function planChange(db: Db, file: string, after: AppFile): Promise<AppChange> {
  const before = await readAppFile(db, after.id)
  const others = (await listApps(db)).filter(({ id }) => id !== after.id)
  const problems = [
    ...(others.some((other) => sharesKey(other, after)) ? [KEYS_TAKEN] : []),
    ...(before ? checkChange(before, after) : []),
  ]
  if (problems.length > 0) throw new AppDefinitionError(file, problems)
  if (!before) return { kind: 'add', parts: Object.keys(after) }
  const parts = partsThatDiffer(before, after)
  return { kind: parts.length > 0 ? 'change' : 'none', parts }
}

/** Keys must be unique across both modes. */
const sharesKey = (one: Pick<AppDefinition, 'keys'>, other: Pick<AppDefinition, 'keys'>): boolean =>
  [one.keys.test, one.keys.live].some((key) => key === other.keys.test || key === other.keys.live)

export function partsThatDiffer(before: AppDefinition, after: AppDefinition): string[] {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return names.filter((name) => !isDeepStrictEqual(comparable(old.get(name)), comparable(now.get(name))))
}

/** Ignores `undefined`, which JSON does not store. */
const comparable = (value: unknown): unknown => (value === undefined ? value : JSON.parse(JSON.stringify(value)))

/**
 * Lists forbidden changes: those that purchases and records of members refer to. All else is allowed. Coupons may go, because purchases
 * keep
 * their own copy; so may content groups, custom fields and login methods, whose readers skip missing ones.
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

/** Part of each purchase. Not the trial: a running trial keeps its agreed end. */
const sold = {
  amountMinor: ({ amountMinor }) => amountMinor,
  currency: ({ currency }) => currency.toLowerCase(),
  interval: ({ interval }) => interval,
} as const satisfies Partial<Record<keyof PriceDefinition, (price: PriceDefinition) => unknown>>

function checkPrice(place: string, price: PriceDefinition, after: PriceDefinition | undefined): string[] {
  if (!after) return [`${place} is missing. Members may have it: keep it with "active": false.`]
  return Object.entries(sold)
    .filter(([, partOf]) => !isDeepStrictEqual(partOf(price), partOf(after)))
    .map(([part]) => `${place}.${part} was already sold: add another price and set this one to "active": false.`)
}

type Table = AppDefinition['dataTables'][number]

/**
 * Records stay in the database when their table or field goes; a new table with the same key would read them again, with other types.
 * Therefore existing keys must stay.
 */
function checkTable(table: Table, after: Table | undefined): string[] {
  const place = `dataTables.${table.key}`
  if (!after)
    return [`${place} is missing. It would keep its records: keep the table, with "ADMIN_ONLY" for its four rules.`]
  return table.fields.flatMap((field) => {
    const kept = after.fields.find(({ key }) => key === field.key)
    return checkField(`${place}.fields.${field.key}`, field, kept)
  })
}

function checkField(place: string, field: DataFieldDefinition, after: DataFieldDefinition | undefined): string[] {
  // Stores nothing itself: the references are in the other table.
  const keepsValues = field.type !== 'VIRTUAL_REFERENCE_LIST'
  if (!after) return keepsValues ? [`${place} is missing. Records may have it: keep it.`] : []
  if (after.type !== field.type) return [`${place} has a new type. Records may have it: add another field.`]
  if (keepsValues && leadsTo(after) !== leadsTo(field))
    return [`${place} refers to another table. Records may have it: add another field.`]
  return []
}

const leadsTo = (field: DataFieldDefinition): string => ('references' in field ? field.references : '')
