import { queryOperators, relationFieldTypes, scalarFieldTypes, systemFields } from '../../../contract/data-tables'
import type { QueryOperator, SystemField } from '../../../contract/data-tables'
import {
  QUERY_CONDITIONS_MAX,
  QUERY_NESTING_MAX,
  QUERY_RELATIONS_MAX,
  QUERY_VALUES_MAX,
} from '../../../contract/limits'
import { ApiError } from '../../domain/api-error'
import type { DataTableDefinition } from '../apps/definition'
import { isRelation, toStored } from './fields'
import type { Condition, ConditionField, StoredValue } from './query-types'

type Scalar = Exclude<ConditionField, { kind: 'link' }>

/** The position of a condition in a query. */
interface Place {
  parts: QueryParts
  depth: number
}

interface Comparison {
  field: ConditionField
  key: string
  toValue: (value: unknown) => StoredValue | null
  place: Place
}

interface CaseComparison extends Comparison {
  insensitive: boolean
}

/** @throws ApiError `invalid-field-value` with this message */
export function refuse(message: string): never {
  throw new ApiError('invalid-field-value', { message })
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param name names the value in the message @throws ApiError `invalid-field-value` */
export function objectOf(name: string, value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : refuse(`${name} takes an object.`)
}

/** Counts the conditions and relations of one query, on all levels. */
export class QueryParts {
  #conditions = 0
  #relations = 0

  /** @throws ApiError `field-limit-exceeded` */
  takeCondition(): void {
    this.#conditions += 1
    if (this.#conditions > QUERY_CONDITIONS_MAX)
      throw new ApiError('field-limit-exceeded', { message: `A query has at most ${QUERY_CONDITIONS_MAX} conditions.` })
  }

  /** @throws ApiError `field-limit-exceeded` */
  takeRelation(): void {
    this.#relations += 1
    if (this.#relations > QUERY_RELATIONS_MAX)
      throw new ApiError('field-limit-exceeded', {
        message: `A query includes and counts at most ${QUERY_RELATIONS_MAX} relations.`,
      })
  }
}

/** Parses the conditions of a query. @throws ApiError that names the wrong field or operator */
export const readWhere = (table: DataTableDefinition, where: unknown, parts: QueryParts): Condition =>
  readGroup(table, where, { parts, depth: 0 })

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
        // An empty condition has no parts of its own to count.
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

/** Flattens nested groups of the same kind, so that the search for an indexed condition finds it. */
function allOf(conditions: readonly Condition[]): Condition {
  const all = conditions.flatMap((one) => ('all' in one ? one.all : [one]))
  const [only] = all
  return all.length === 1 && only && !('all' in only) ? { all: [only] } : { all }
}

function anyOf(conditions: readonly Condition[]): Condition {
  const unwrapped = conditions.map((one) => ('all' in one && one.all.length === 1 ? (one.all[0] ?? one) : one))
  return { any: unwrapped.flatMap((one) => ('any' in one ? one.any : [one])) }
}

/** A scalar or system field, by which records can be compared and sorted. @throws ApiError `invalid-field-value` */
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

/** Takes `{id}`, an id, `{in: [ids]}` or null. */
function readLink(field: Extract<ConditionField, { kind: 'link' }>, given: unknown, place: Place): Condition {
  const wanted = isPlainObject(given) && 'id' in given ? given.id : given
  const toValue = (value: unknown) =>
    value === null || typeof value === 'string' ? value : refuse(`The field "${field.key}" is searched by an id.`)
  return readOperators({ field, key: field.key, toValue, place }, wanted)
}

function readOperators(comparison: Comparison, given: unknown): Condition {
  const { field, key, toValue, place } = comparison
  if (!isPlainObject(given)) return equals(field, toValue(given), false)
  const { mode, ...operators } = given
  if (mode !== undefined && mode !== 'insensitive' && mode !== 'default')
    return refuse('mode is "insensitive" or "default".')
  const insensitive = mode === 'insensitive'
  const all = Object.entries(operators).map(([name, value], index): Condition => {
    // The first operator was counted with its field.
    if (index > 0) place.parts.takeCondition()
    const operator = queryOperators.find((one) => one === name)
    if (!operator) return refuse(`"${key}" is not compared by "${name}".`)
    if (field.kind === 'link' && !['equals', 'not', 'in', 'notIn'].includes(operator))
      return refuse(`"${key}" is not compared by "${name}".`)
    return readOperator({ ...comparison, insensitive }, operator, value)
  })
  return allOf(all)
}

const equals = (field: ConditionField, value: StoredValue | null, insensitive: boolean): Condition => ({
  field,
  operator: 'equals',
  values: value === null ? [] : [value],
  insensitive,
})

/** In the list, null means a record without a value. */
function oneOf(field: ConditionField, given: readonly (StoredValue | null)[], insensitive: boolean): Condition {
  const values = given.filter((value) => value !== null)
  const present: Condition[] = values.length > 0 ? [{ field, operator: 'equals', values, insensitive }] : []
  const missing = values.length < given.length ? [equals(field, null, insensitive)] : []
  const [only, ...others] = [...present, ...missing]
  return only && others.length === 0 ? only : { any: [...present, ...missing] }
}

function readOperator(comparison: CaseComparison, operator: QueryOperator, given: unknown): Condition {
  const { field, key, toValue, place, insensitive } = comparison
  if (operator === 'equals') return equals(field, toValue(given), insensitive)
  if (operator === 'not') {
    if (!isPlainObject(given)) return { not: equals(field, toValue(given), insensitive) }
    place.parts.takeCondition()
    return { not: readOperators({ ...comparison, place: deeper(place) }, given) }
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
