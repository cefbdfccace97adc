import { queryOperators, relationFieldTypes, scalarFieldTypes, systemFields } from '../../../contract/data-tables'
import type { QueryOperator, SystemField } from '../../../contract/data-tables'
import { QUERY_NESTING_MAX, QUERY_VALUES_MAX } from '../../../contract/limits'
import type { Condition, ConditionField, StoredValue } from '../../ports/data-store'
import type { DataTableDefinition } from '../app-definition'
import { ApiError } from '../../lib/errors'
import { isRelation } from './field-kind'
import { toStored } from './field-value'
import type { QueryParts } from './query-parts'
import { isPlainObject, refuse } from './refuse-query'

type Scalar = Exclude<ConditionField, { kind: 'link' }>

/** Reads the conditions of a query. @throws ApiError naming the field or the operator that is wrong */
export const readWhere = (table: DataTableDefinition, where: unknown, parts: QueryParts): Condition =>
  readGroup(table, where, { parts, depth: 0 })

/** Where in a query a condition stands. */
interface Place {
  parts: QueryParts
  depth: number
}

function deeper({ parts, depth }: Place): Place {
  if (depth < QUERY_NESTING_MAX) return { parts, depth: depth + 1 }
  throw new ApiError('field-limit-exceeded', { message: `Conditions go at most ${QUERY_NESTING_MAX} levels deep.` })
}

function readGroup(table: DataTableDefinition, where: unknown, place: Place): Condition {
  if (!isPlainObject(where)) return refuse('where takes an object.')
  const all = Object.entries(where).map(([name, given]): Condition => {
    place.parts.takeCondition()
    const list = (): Condition[] =>
      (Array.isArray(given) ? given : [given]).map((one: unknown) => {
        // Empty ones have no part that would be counted.
        if (isPlainObject(one) && Object.keys(one).length === 0) place.parts.takeCondition()
        return readGroup(table, one, deeper(place))
      })
    if (name === 'AND') return allOf(list())
    if (name === 'OR') return anyOf(list())
    if (name === 'NOT') return { not: anyOf(list()) }
    return readField(table, name, given, place)
  })
  return allOf(all)
}

/** Without groups within groups of their kind: then whoever looks for what an index answers finds it. */
function allOf(conditions: readonly Condition[]): Condition {
  const all = conditions.flatMap((one) => ('all' in one ? one.all : [one]))
  const [only] = all
  return all.length === 1 && only && !('all' in only) ? { all: [only] } : { all }
}

function anyOf(conditions: readonly Condition[]): Condition {
  const unwrapped = conditions.map((one) => ('all' in one && one.all.length === 1 ? (one.all[0] ?? one) : one))
  return { any: unwrapped.flatMap((one) => ('any' in one ? one.any : [one])) }
}

/** What can be compared and sorted by: a field of one value, or one that every record has. */
export function scalarOf({ fields }: DataTableDefinition, key: string): Scalar {
  if (isSystem(key)) return { kind: 'system', name: key }
  const field = fields.find((one) => one.key === key)
  if (!field) return refuse(`This data table has no field "${key}".`)
  if (isRelation(field)) return refuse(`The field "${key}" leads to others: it cannot be compared like this.`)
  if (field.filterable === false)
    return refuse(`The field "${key}" is not filterable: it is neither compared nor sorted by.`)
  return { kind: 'value', key, type: scalarFieldTypes[field.type] === 'text' ? 'text' : 'number' }
}

const isSystem = (key: string): key is SystemField => Object.hasOwn(systemFields, key)

function readField(table: DataTableDefinition, key: string, given: unknown, place: Place): Condition {
  const field = table.fields.find((one) => one.key === key)
  if (field && isRelation(field) && !isSystem(key)) {
    if (field.type === 'VIRTUAL_REFERENCE_LIST') return refuse(`The field "${key}" cannot be searched by.`)
    return readLink({ kind: 'link', key, to: relationFieldTypes[field.type].to }, given, place)
  }
  const scalar = scalarOf(table, key)
  const toValue = (value: unknown): StoredValue | null =>
    toStored(
      { key, type: isSystem(key) ? typeOfSystem(key) : field && !isRelation(field) ? field.type : 'TEXT' },
      value,
    )
  return readOperators({ field: scalar, key, toValue, place }, given)
}

const typeOfSystem = (key: SystemField) =>
  (({ text: 'TEXT', date: 'DATE', number: 'NUMBER' }) as const)[systemFields[key]]

/** `{id}`, an id, `{in: [ids]}` or null. */
function readLink(field: Extract<ConditionField, { kind: 'link' }>, given: unknown, place: Place): Condition {
  const wanted = isPlainObject(given) && 'id' in given ? given.id : given
  const toValue = (value: unknown) =>
    value === null || typeof value === 'string' ? value : refuse(`The field "${field.key}" is searched by an id.`)
  return readOperators({ field, key: field.key, toValue, place }, wanted)
}

function readOperators(compared: Compared, given: unknown): Condition {
  const { field, key, toValue, place } = compared
  if (!isPlainObject(given)) return equals(field, toValue(given), false)
  const { mode, ...operators } = given
  if (mode !== undefined && mode !== 'insensitive' && mode !== 'default')
    return refuse('mode is "insensitive" or "default".')
  const insensitive = mode === 'insensitive'
  const all = Object.entries(operators).map(([name, value], index): Condition => {
    // The first one was counted with its field.
    if (index > 0) place.parts.takeCondition()
    const operator = queryOperators.find((one) => one === name)
    if (!operator) return refuse(`"${key}" is not compared by "${name}".`)
    if (field.kind === 'link' && !['equals', 'not', 'in', 'notIn'].includes(operator))
      return refuse(`"${key}" is not compared by "${name}".`)
    return readOperator({ ...compared, insensitive }, operator, value)
  })
  return allOf(all)
}

interface Compared {
  field: ConditionField
  key: string
  toValue: (value: unknown) => StoredValue | null
  place: Place
}

interface Comparing extends Compared {
  insensitive: boolean
}

const equals = (field: ConditionField, value: StoredValue | null, insensitive: boolean): Condition => ({
  field,
  operator: 'equals',
  values: value === null ? [] : [value],
  insensitive,
})

/** `null` stands for no value. */
function oneOf(field: ConditionField, given: readonly (StoredValue | null)[], insensitive: boolean): Condition {
  const values = given.filter((value) => value !== null)
  const present: Condition[] = values.length > 0 ? [{ field, operator: 'equals', values, insensitive }] : []
  const missing = values.length < given.length ? [equals(field, null, insensitive)] : []
  const [only, ...others] = [...present, ...missing]
  return only && others.length === 0 ? only : { any: [...present, ...missing] }
}

function readOperator(comparing: Comparing, operator: QueryOperator, given: unknown): Condition {
  const { field, key, toValue, place, insensitive } = comparing
  if (operator === 'equals') return equals(field, toValue(given), insensitive)
  if (operator === 'not') {
    if (!isPlainObject(given)) return { not: equals(field, toValue(given), insensitive) }
    place.parts.takeCondition()
    return { not: readOperators({ ...comparing, place: deeper(place) }, given) }
  }
  if (operator === 'in' || operator === 'notIn') {
    if (!Array.isArray(given)) return refuse(`${operator} takes a list.`)
    if (given.length > QUERY_VALUES_MAX) throw new ApiError('field-limit-exceeded')
    const any = oneOf(field, given.map(toValue), insensitive)
    return operator === 'in' ? any : { not: any }
  }
  const value = toValue(given)
  if (value === null) return refuse(`${operator} takes a value.`)
  const isForText = ['contains', 'startsWith', 'endsWith', 'search'].includes(operator)
  if (isForText && typeof value !== 'string') return refuse(`"${key}" is not compared by "${operator}".`)
  return { field, operator, values: [value], insensitive: insensitive || operator === 'search' }
}
