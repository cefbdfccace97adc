import { randomBytes } from 'node:crypto'
import type { AppDefinition } from '../../../api/features/apps/definition'
import { readDefinition } from '../../../api/features/apps/read-definition'
import { CUSTOM_FIELD_KEY } from '../../../contract/reserved-values'
import type { Places, Usage } from './usage'

/** Parts that the app lacks, by ID or key. */
export interface Missing {
  plans: string[]
  prices: string[]
  groups: string[]
  fields: string[]
  providers: string[]
}

export interface Moved {
  missing: Missing
  /** The app with the missing parts. */
  definition: AppDefinition
  /** IDs that no app can have. The pages must change. */
  invalid: string[]
}

type PlanInput = Record<string, unknown> & { id: string; prices?: Record<string, unknown>[] }

/** Joined to a group until the owner names its plans: no one can join it. */
const UNDECIDED = 'pln_undecided'

/**
 * Adds what a site uses and the app lacks. What the pages do not say is closed until the owner decides: prices are not
 * for sale, groups are for a plan that no one can join, and plans that may have cost something are not open to join.
 * @param base null to make a new app
 * @param host of the site; null if unknown
 */
export function addMissing(usage: Usage, base: AppDefinition | null, host: string | null): Moved {
  const app = base ?? newApp(usage, host)
  const invalid: string[] = []
  const used = (places: Places, valid: RegExp, known: readonly string[]): string[] =>
    [...places.keys()].filter((id) => {
      if (valid.test(id)) return !known.includes(id)
      invalid.push(id)
      return false
    })
  const knownPrices = app.plans.flatMap(({ prices }) => prices.map(({ id }) => id))
  const prices = used(usage.prices, /^prc_[a-z0-9-]+$/, knownPrices)
  const planIds = app.plans.map(({ id }) => id)
  const named = [...used(usage.freePlans, PLAN_ID, planIds), ...used(usage.otherPlans, PLAN_ID, planIds)]
  const planOf = (price: string): string => usage.planOfPrice.get(price) ?? price.replace('prc_', 'pln_')
  const plans = [...new Set([...named, ...prices.map(planOf).filter((id) => !planIds.includes(id))])]
  const groupKeys = app.contentGroups.map(({ key }) => key)
  const groups = used(usage.groups, /^\S+$/, groupKeys)
  const fieldKeys = app.customFields.map(({ key }) => key)
  const fields = used(usage.fields, CUSTOM_FIELD_KEY, fieldKeys)
  const providerKeys = app.authProviders.map(({ provider }) => provider)
  const providers = used(usage.providers, /^[a-z0-9-]{1,40}$/, providerKeys)
  const missing = { plans, prices, groups, fields, providers }
  const given = withMissing({ app, usage, missing, planOf })
  return {
    missing,
    definition: readDefinition('the definition', JSON.stringify(given)),
    invalid: [...new Set(invalid)],
  }
}

const PLAN_ID = /^pln_[a-z0-9-]+$/

interface Parts {
  app: AppDefinition
  usage: Usage
  missing: Missing
  planOf(this: void, price: string): string
}

/** The app with the missing parts, as input of a definition. */
function withMissing(parts: Parts): Record<string, unknown> {
  const { app, usage, missing } = parts
  return {
    ...app,
    plans: allPlans(parts),
    customFields: [
      ...app.customFields,
      ...missing.fields.map((key) => {
        const { type = 'text', options = [] } = usage.fieldTypes.get(key) ?? {}
        return { key, label: titleOf(key), visibility: 'PRIVATE', type, options }
      }),
    ],
    contentGroups: [
      ...app.contentGroups,
      ...missing.groups.map((key) => ({
        key,
        name: titleOf(key),
        plans: plansOfGroup(key, missing.plans),
        redirect: '/',
      })),
    ],
    authProviders: [
      ...app.authProviders,
      ...missing.providers.map((provider, at) => ({
        provider,
        name: titleOf(provider),
        order: app.authProviders.length + at + 1,
      })),
    ],
  }
}

function allPlans({ app, usage, missing, planOf }: Parts): PlanInput[] {
  const pricesOf = (plan: string): Record<string, unknown>[] =>
    missing.prices
      .filter((price) => planOf(price) === plan)
      // Not for sale before the owner has written the amount.
      .map((id) => ({ id, name: titleOf(id), amountMinor: 100, currency: 'usd', active: false }))
  const added = missing.plans.map((id): PlanInput => {
    const prices = pricesOf(id)
    const isOpen = prices.length > 0 || usage.freePlans.has(id)
    return { id, name: titleOf(id), ...(!isOpen && { restrictedToAdmin: true }), prices }
  })
  const needsUndecided = missing.groups.some((key) => plansOfGroup(key, missing.plans).includes(UNDECIDED))
  const undecided = needsUndecided && app.plans.every(({ id }) => id !== UNDECIDED)
  return [
    ...app.plans.map((plan): PlanInput => ({ ...plan, prices: [...plan.prices, ...pricesOf(plan.id)] })),
    ...added,
    ...(undecided ? [{ id: UNDECIDED, name: 'Not decided yet', restrictedToAdmin: true }] : []),
  ]
}

/** The plans whose ID begins with the group's key: `pln_pro-x1` for `pro`. */
function plansOfGroup(key: string, plans: readonly string[]): string[] {
  const own = plans.filter((id) => id === `pln_${key}` || id.startsWith(`pln_${key}-`))
  return own.length > 0 ? own : [UNDECIDED]
}

/** `pln_pro-yearly` → `Pro yearly`. */
function titleOf(id: string): string {
  const words = id.replace(/^(app|pln|prc)_/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function newApp({ apps, features }: Usage, host: string | null): AppDefinition {
  const counted = [...apps].toSorted(([, a], [, b]) => b.size - a.size)
  const id = counted.map(([one]) => one).find((one) => /^app_[a-z0-9-]+$/.test(one)) ?? 'app_my-site'
  const key = randomBytes(16).toString('hex')
  const name = host ?? titleOf(id)
  const usesCodes = [...features.keys()].some((feature) => feature.startsWith('passwordless-'))
  const given = {
    id,
    name,
    keys: { test: `pk_sb_${key}`, live: `pk_${key}` },
    liveDomains: host === null ? [] : [host],
    allowMemberSelfDelete: true,
    captchaRequired: false,
    verificationMailOnSignup: true,
    branding: { logo: null, colors: { lightMode: {} } },
    mail: { sender: { name, address: `hello@${host ?? 'example.com'}` } },
    passwordless: { enabled: usesCodes, isDefault: false },
    authProviders: [],
    plans: [],
    customFields: [],
  }
  return readDefinition('the definition', JSON.stringify(given))
}
