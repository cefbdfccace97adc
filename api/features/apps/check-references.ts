import { relationFieldTypes, systemFields } from '../../../contract/data-tables'
import { FILTERABLE_FIELDS_MAX, PLAN_ID_PREFIX } from '../../../contract/limits'
import { reservedFieldKeys, reservedGroupKeys } from '../../../contract/reserved-values'
import { hasLoginMethod, type SignInSettings } from './sign-in-policy'

interface Referring {
  plans: readonly { id: string; prices: readonly { id: string }[] }[]
  coupons: readonly { id: string; prices: readonly string[] }[]
  customFields: readonly { key: string; filterable?: boolean | undefined }[]
  authProviders: readonly { provider: string }[]
  passwordless: { enabled: boolean }
  signIn?: SignInSettings | undefined
  contentGroups: readonly { key: string; plans: readonly string[] }[]
  contents: readonly { id: string; group: string }[]
  dataTables: readonly CheckedTable[]
}

interface Problem {
  /** From the definition's root: `['contents', 2, 'group']`. */
  path: (string | number)[]
  message: string
}

interface Named {
  name: string
  path: Problem['path']
}

/** Duplicate, unknown and reserved names. */
export function checkReferences(definition: Referring): Problem[] {
  const { plans, coupons, customFields, authProviders, contentGroups, contents, dataTables } = definition
  const groupKeys = new Set(contentGroups.map(({ key }) => key))
  const prices = plans.flatMap(({ prices: own }, plan) =>
    own.map(({ id }, price): Named => ({ name: id, path: ['plans', plan, 'prices', price, 'id'] })),
  )
  const fieldKeys = customFields.map(({ key }, index): Named => ({ name: key, path: ['customFields', index, 'key'] }))
  const keys = contentGroups.map(({ key }, index): Named => ({ name: key, path: ['contentGroups', index, 'key'] }))
  return [
    ...findTwice(plans.map(({ id }, index): Named => ({ name: id, path: ['plans', index, 'id'] }))),
    ...findTwice(prices),
    ...findTwice(coupons.map(({ id }, index): Named => ({ name: id, path: ['coupons', index, 'id'] }))),
    ...findTwice(fieldKeys),
    ...checkFilterable(customFields),
    ...findTwice(
      authProviders.map(({ provider }, index): Named => ({
        name: provider,
        path: ['authProviders', index, 'provider'],
      })),
    ),
    ...findTwice(keys),
    ...findTwice(contents.map(({ id }, index): Named => ({ name: id, path: ['contents', index, 'id'] }))),
    ...checkDataTables(dataTables),
    ...fieldKeys.filter(({ name }) => reservedFieldKeys.some((key) => key === name)).map(toReserved),
    ...keys.filter(({ name }) => isReservedGroup(name)).map(toReserved),
    ...checkSignIn(definition),
    ...contentGroups.flatMap(({ plans: wanted }, index) =>
      findMissing('plan', plans, wanted, ['contentGroups', index, 'plans']),
    ),
    ...coupons.flatMap(({ prices: wanted }, index) =>
      findMissing('price', plans.flatMap(pricesOf), wanted, ['coupons', index, 'prices']),
    ),
    ...contents.flatMap(({ group }, index): Problem[] =>
      groupKeys.has(group)
        ? []
        : [{ path: ['contents', index, 'group'], message: `unknown content group ${JSON.stringify(group)}` }],
    ),
  ]
}

function checkSignIn(definition: Referring): Problem[] {
  const { plans: wanted = [], permissions = [] } = definition.signIn?.secondFactor?.requiredFor ?? {}
  return [
    ...(hasLoginMethod(definition)
      ? []
      : [
          {
            path: ['signIn', 'methods'],
            message: 'leaves no way to log in: allow a password, a code, a link or a provider',
          },
        ]),
    ...findMissing('plan', definition.plans, wanted, ['signIn', 'secondFactor', 'requiredFor', 'plans']),
    // Refused instead of ignored: the owner would think that these members need a second factor.
    ...permissions.map((permission, index) => ({
      path: ['signIn', 'secondFactor', 'requiredFor', 'permissions', index],
      message: `members have no permission ${JSON.stringify(permission)} here; name plans or moderators instead`,
    })),
  ]
}

/** Each filterable field adds rows for every member. */
function checkFilterable(fields: Referring['customFields']): Problem[] {
  const filterable = [...fields.keys()].filter((index) => fields[index]?.filterable)
  return filterable.slice(FILTERABLE_FIELDS_MAX).map((index) => ({
    path: ['customFields', index, 'filterable'],
    message: `at most ${FILTERABLE_FIELDS_MAX} fields can be filterable`,
  }))
}

const pricesOf = ({ prices }: Referring['plans'][number]) => prices

function findMissing(
  what: string,
  present: readonly { id: string }[],
  wanted: readonly string[],
  path: Problem['path'],
): Problem[] {
  const ids = new Set(present.map(({ id }) => id))
  return wanted.flatMap((id, index): Problem[] =>
    ids.has(id) ? [] : [{ path: [...path, index], message: `unknown ${what} ${JSON.stringify(id)}` }],
  )
}

const toReserved = ({ name, path }: Named): Problem => ({
  path,
  message: `"${name}" is reserved in the attributes of a page; choose another key`,
})

const isReservedGroup = (key: string): boolean =>
  reservedGroupKeys.some((one) => one === key.toLowerCase()) || key.startsWith('!') || key.startsWith(PLAN_ID_PREFIX)

function findTwice(named: readonly Named[]): Problem[] {
  const seen = new Set<string>()
  return named.flatMap(({ name, path }): Problem[] => {
    if (seen.has(name)) return [{ path, message: `"${name}" is a duplicate` }]
    seen.add(name)
    return []
  })
}

interface CheckedTable {
  key: string
  fields: readonly { key: string; type: string; references?: string; through?: string }[]
}

/** Reserved in queries. */
const TAKEN: ReadonlySet<string> = new Set([...Object.keys(systemFields), 'AND', 'OR', 'NOT', '_count'])

function checkDataTables(tables: readonly CheckedTable[]): Problem[] {
  return tables.flatMap(({ key, fields }, table) => [
    ...(tables.findIndex((one) => one.key === key) === table ? [] : [twice(['dataTables', table, 'key'], key)]),
    ...fields.flatMap((field, index) => {
      const path = ['dataTables', table, 'fields', index]
      return [
        ...(fields.findIndex((one) => one.key === field.key) === index ? [] : [twice([...path, 'key'], field.key)]),
        ...(TAKEN.has(field.key) ? [{ path: [...path, 'key'], message: `${field.key} is a reserved name` }] : []),
        ...checkRelation(tables, key, field, path),
      ]
    }),
  ])
}

const twice = (path: Problem['path'], key: string): Problem => ({
  path,
  message: `${JSON.stringify(key)} is a duplicate`,
})

function checkRelation(
  tables: readonly CheckedTable[],
  table: string,
  { type, references = '', through = '' }: CheckedTable['fields'][number],
  path: Problem['path'],
): Problem[] {
  if (!Object.hasOwn(relationFieldTypes, type) || type.startsWith('MEMBER_')) return []
  const other = tables.find(({ key }) => key === references)
  if (!other) return [{ path: [...path, 'references'], message: `unknown data table ${JSON.stringify(references)}` }]
  if (type !== 'VIRTUAL_REFERENCE_LIST') return []
  const leadsHere = other.fields.some(
    (one) => one.key === through && one.type === 'REFERENCE' && one.references === table,
  )
  return leadsHere ? [] : [{ path: [...path, 'through'], message: `${references} has no such reference to ${table}` }]
}
