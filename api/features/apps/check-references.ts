import { relationFieldTypes, systemFields } from '../../../contract/data-tables'
import { PLAN_ID_PREFIX } from '../../../contract/limits'
import { reservedFieldKeys, reservedGroupKeys } from '../../../contract/reserved-values'

/** Parts of a definition that refer to each other. */
interface Referring {
  plans: readonly { id: string; prices: readonly { id: string }[] }[]
  coupons: readonly { id: string; prices: readonly string[] }[]
  customFields: readonly { key: string }[]
  authProviders: readonly { provider: string }[]
  contentGroups: readonly { key: string; plans: readonly string[] }[]
  contents: readonly { id: string; group: string }[]
  dataTables: readonly CheckedTable[]
}

interface Problem {
  /** Names and indexes from the definition's root: `['contents', 2, 'group']`. */
  path: (string | number)[]
  message: string
}

interface Named {
  name: string
  path: Problem['path']
}

/** Finds duplicate names, unknown references and reserved names in a definition. */
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
    ...contentGroups.flatMap(({ plans: wanted }, index) =>
      findMissing('plan', plans, wanted, ['contentGroups', index, 'plans']),
    ),
    ...coupons.flatMap(({ prices: wanted }, index) =>
      findMissing('price', plans.flatMap(pricesOf), wanted, ['coupons', index, 'prices']),
    ),
    ...contents.flatMap(({ group }, index): Problem[] =>
      groupKeys.has(group)
        ? []
        : [{ path: ['contents', index, 'group'], message: `there is no content group ${JSON.stringify(group)}` }],
    ),
  ]
}

const pricesOf = ({ prices }: Referring['plans'][number]) => prices

/** @param path of the list of ids */
function findMissing(
  what: string,
  present: readonly { id: string }[],
  wanted: readonly string[],
  path: Problem['path'],
): Problem[] {
  const ids = new Set(present.map(({ id }) => id))
  return wanted.flatMap((id, index): Problem[] =>
    ids.has(id) ? [] : [{ path: [...path, index], message: `there is no ${what} ${JSON.stringify(id)}` }],
  )
}

const toReserved = ({ name, path }: Named): Problem => ({
  path,
  message: `"${name}" means something else in the attributes of a page; choose another key`,
})

const isReservedGroup = (key: string): boolean =>
  reservedGroupKeys.some((one) => one === key.toLowerCase()) || key.startsWith('!') || key.startsWith(PLAN_ID_PREFIX)

function findTwice(named: readonly Named[]): Problem[] {
  const seen = new Set<string>()
  return named.flatMap(({ name, path }): Problem[] => {
    if (seen.has(name)) return [{ path, message: `"${name}" is there twice` }]
    seen.add(name)
    return []
  })
}

interface CheckedTable {
  key: string
  fields: readonly { key: string; type: string; references?: string; through?: string }[]
}

/** Names with a meaning of their own in queries. */
const TAKEN: ReadonlySet<string> = new Set([...Object.keys(systemFields), 'AND', 'OR', 'NOT', '_count'])

/** Finds duplicate and reserved keys, and unknown references, in data tables. */
function checkDataTables(tables: readonly CheckedTable[]): Problem[] {
  return tables.flatMap(({ key, fields }, table) => [
    ...(tables.findIndex((one) => one.key === key) === table ? [] : [twice(['dataTables', table, 'key'], key)]),
    ...fields.flatMap((field, index) => {
      const path = ['dataTables', table, 'fields', index]
      return [
        ...(fields.findIndex((one) => one.key === field.key) === index ? [] : [twice([...path, 'key'], field.key)]),
        ...(TAKEN.has(field.key) ? [{ path: [...path, 'key'], message: `${field.key} is a name of our own` }] : []),
        ...checkRelation(tables, key, field, path),
      ]
    }),
  ])
}

const twice = (path: Problem['path'], key: string): Problem => ({
  path,
  message: `${JSON.stringify(key)} stands twice`,
})

function checkRelation(
  tables: readonly CheckedTable[],
  table: string,
  { type, references = '', through = '' }: CheckedTable['fields'][number],
  path: Problem['path'],
): Problem[] {
  if (!Object.hasOwn(relationFieldTypes, type) || type.startsWith('MEMBER_')) return []
  const other = tables.find(({ key }) => key === references)
  if (!other)
    return [{ path: [...path, 'references'], message: `there is no data table ${JSON.stringify(references)}` }]
  if (type !== 'VIRTUAL_REFERENCE_LIST') return []
  const leadsHere = other.fields.some(
    (one) => one.key === through && one.type === 'REFERENCE' && one.references === table,
  )
  return leadsHere ? [] : [{ path: [...path, 'through'], message: `${references} has no such reference to ${table}` }]
}
