import * as v from 'valibot'
import { expect, test } from 'vitest'
import { appDefinitionSchema } from '../../../../api/features/apps/definition'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { checkChange } from '../../../../api/features/app-settings/change-app'
import { shipped } from './complaints'

const before = v.parse(appDefinitionSchema, shipped('app_demo'))

/** Refusals for app_demo after this change. */
function refusals(change: (app: AppDefinition) => void): string[] {
  const after = structuredClone(before)
  change(after)
  return checkChange(before, after)
}

const inPlan = (app: AppDefinition, id: string) => app.plans.find((plan) => plan.id === id)!
const inPro = (app: AppDefinition, index = 0) => inPlan(app, 'pln_pro').prices[index]!
const inTable = (app: AppDefinition, key: string) => app.dataTables.find((table) => table.key === key)!
const inField = (app: AppDefinition, table: string, key: string) =>
  inTable(app, table).fields.find((field) => field.key === key)!

test('an unchanged definition and one with reordered parts are allowed', () => {
  expect(refusals(() => {})).toEqual([])
  expect(
    refusals((app) => {
      app.plans.reverse()
      inPlan(app, 'pln_pro').prices.reverse()
      app.dataTables.reverse()
      inTable(app, 'notes').fields.reverse()
    }),
  ).toEqual([])
})

test.for([
  ['name, domains and branding', (app) => Object.assign(app, { name: 'New', liveDomains: [], redirects: {} })],
  ['another plan', (app) => app.plans.push({ ...inPlan(app, 'pln_free'), id: 'pln_new' })],
  ['another price', (app) => inPlan(app, 'pln_pro').prices.push({ ...inPro(app), id: 'prc_new', amountMinor: 1500 })],
  [
    'what a plan is called, and that it closes',
    (app) => Object.assign(inPlan(app, 'pln_pro'), { name: 'P', active: false }),
  ],
  ['a price’s name, trial and end', (app) => Object.assign(inPro(app), { name: 'M', trialDays: 7, active: false })],
  ['a currency’s letters', (app) => Object.assign(inPro(app), { currency: 'USD' })],
  ['fewer seats', (app) => delete inPlan(app, 'pln_team').team],
  [
    'no coupons, fields, groups, contents and providers',
    (app) => Object.assign(app, { coupons: [], customFields: [], contentGroups: [], contents: [], authProviders: [] }),
  ],
  [
    'rules of a table, and another field',
    (app) => {
      const table = inTable(app, 'notes')
      table.readRule = 'PUBLIC'
      table.fields.push({ key: 'new', name: 'New', type: 'TEXT', required: false, defaultValue: null })
    },
  ],
  [
    'a name and a default of a field',
    (app) => Object.assign(inField(app, 'notes', 'stars'), { name: 'S', defaultValue: 3 }),
  ],
  ['no list of what leads here', (app) => void inTable(app, 'topics').fields.pop()],
] as const satisfies readonly (readonly [string, (app: AppDefinition) => unknown])[])('%s may change', ([, change]) => {
  expect(refusals((app) => void change(app))).toEqual([])
})

const SOLD = 'was already sold: add another price and set this one to "active": false.'
const HELD = 'is missing. Members may have it: keep it with "active": false.'

test.for([
  ['a plan is missing', (app) => app.plans.shift(), `plans.pln_free ${HELD}`],
  ['a price is missing', (app) => inPlan(app, 'pln_pro').prices.pop(), `plans.pln_pro.prices.prc_pro-lifetime ${HELD}`],
  [
    'a price went to another plan',
    (app) => inPlan(app, 'pln_team').prices.push(inPlan(app, 'pln_pro').prices.pop()!),
    `plans.pln_pro.prices.prc_pro-lifetime ${HELD}`,
  ],
  [
    'an amount changes',
    (app) => Object.assign(inPro(app), { amountMinor: 1001 }),
    `plans.pln_pro.prices.prc_pro-monthly.amountMinor ${SOLD}`,
  ],
  [
    'a currency changes',
    (app) => Object.assign(inPro(app), { currency: 'eur' }),
    `plans.pln_pro.prices.prc_pro-monthly.currency ${SOLD}`,
  ],
  [
    'months become years',
    (app) => Object.assign(inPro(app), { interval: { type: 'YEARLY', count: 1 } }),
    `plans.pln_pro.prices.prc_pro-monthly.interval ${SOLD}`,
  ],
  [
    'a month becomes two',
    (app) => Object.assign(inPro(app), { interval: { type: 'MONTHLY', count: 2 } }),
    `plans.pln_pro.prices.prc_pro-monthly.interval ${SOLD}`,
  ],
  [
    'a subscription becomes one payment',
    (app) => delete inPro(app).interval,
    `plans.pln_pro.prices.prc_pro-monthly.interval ${SOLD}`,
  ],
  [
    'one payment becomes a subscription',
    (app) => Object.assign(inPro(app, 2), { interval: { type: 'YEARLY', count: 1 } }),
    `plans.pln_pro.prices.prc_pro-lifetime.interval ${SOLD}`,
  ],
  [
    'a table is missing',
    (app) => app.dataTables.shift(),
    'dataTables.notes is missing. It would keep its records: keep the table, with "ADMIN_ONLY" for its four rules.',
  ],
  [
    'a field is missing',
    (app) => inTable(app, 'notes').fields.pop(),
    'dataTables.notes.fields.done is missing. Records may have it: keep it.',
  ],
  [
    'a field changes its type',
    (app) => Object.assign(inField(app, 'notes', 'title'), { type: 'DATE' }),
    'dataTables.notes.fields.title has a new type. Records may have it: add another field.',
  ],
  [
    'a reference leads elsewhere',
    (app) => Object.assign(inField(app, 'bookmarks', 'topic'), { references: 'notes' }),
    'dataTables.bookmarks.fields.topic refers to another table. Records may have it: add another field.',
  ],
] as const satisfies readonly (readonly [string, (app: AppDefinition) => unknown, string])[])(
  '%s is refused',
  ([, change, refusal]) => {
    expect(refusals((app) => void change(app))).toEqual([refusal])
  },
)

test('everything that is refused is said at once', () => {
  const found = refusals((app) => {
    Object.assign(inPro(app), { amountMinor: 1, currency: 'eur' })
    app.plans.shift()
    app.dataTables.shift()
  })
  expect(found.map((line) => line.split(' ')[0])).toEqual([
    'plans.pln_free',
    'plans.pln_pro.prices.prc_pro-monthly.amountMinor',
    'plans.pln_pro.prices.prc_pro-monthly.currency',
    'dataTables.notes',
  ])
})
