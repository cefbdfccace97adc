import { relationFieldTypes, systemFields } from '../../../contract/data-tables'
import type { Problem } from './check-references'

export interface CheckedTable {
  key: string
  fields: readonly { key: string; type: string; references?: string; through?: string }[]
}

/** What data tables have that conditions of queries name by themselves. */
const TAKEN: ReadonlySet<string> = new Set([...Object.keys(systemFields), 'AND', 'OR', 'NOT', '_count'])

/** What is wrong between data tables: keys given twice or taken, and references that lead nowhere. */
export function checkDataTables(tables: readonly CheckedTable[]): Problem[] {
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
