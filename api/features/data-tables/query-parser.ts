import { queryOperators, relationFieldTypes, scalarFieldTypes, systemFields } from '../../../contract/data-tables'
import type { QueryOperator, SystemField } from '../../../contract/data-tables'
import {
  QUERY_CONDITIONS_MAX,
  QUERY_INCLUDE_DEPTH_MAX,
  QUERY_NESTING_MAX,
  QUERY_RELATIONS_MAX,
  QUERY_SORTS_MAX,
  QUERY_VALUES_MAX,
  RECORDS_PER_QUERY_DEFAULT,
  RECORDS_PER_QUERY_MAX,
  RECORDS_SKIPPED_MAX,
} from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import type { AppDefinition, DataTableDefinition, RelationFieldDefinition } from '../apps/definition'
import { comparedForms, findTable, isRelation, relationFields, toStored } from './fields'
import type { Condition, ConditionField, RecordOrder, StoredValue } from './query-types'

/** Validated: all tables and fields exist. */
export type ParsedQuery =
  | { kind: 'count'; where: Condition }
  | (ListQuery & { kind: 'many'; include: Include[]; select: string[] | null; counts: boolean })
  | { kind: 'unique'; id: string; include: Include[]; select: string[] | null }

/** Page of a table or a relation. */
interface ListQuery {
  where: Condition
  orderBy: RecordOrder[]
  take: number
  skip: number
  after: number | null
}

/** A relation to return with its records. */
export interface Include {
  field: RelationFieldDefinition
  /** Null: members. */
  table: DataTableDefinition | null
  list: ListQuery
  include: Include[]
  /** Return only the number. */
  countOnly: boolean
}

/** For `MEMBER_REFERENCE`: members have no fields to filter by. */
const membersTable: DataTableDefinition = {
  key: 'members',
  name: 'Members',
  createRule: 'ADMIN_ONLY',
  readRule: 'PUBLIC',
  updateRule: 'ADMIN_ONLY',
  deleteRule: 'ADMIN_ONLY',
  fields: [],
}

/**
 * `{findMany}` or `{findUnique}`. Old examples nest `findMany` in `findMany`, which is treated as one.
 * @throws ApiError `invalid-field-value`, `invalid-field-type`, `field-limit-exceeded`, with a message for the developer
 */
export function readQuery(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  query: Readonly<Record<string, unknown>>,
): ParsedQuery {
  const { findMany, findUnique, ...others } = query
  if (Object.keys(others).length > 0 || (findMany === undefined) === (findUnique === undefined))
    return refuse('A query must have either findMany or findUnique.')
  if (findUnique !== undefined) return readUnique(app, table, objectOf('findUnique', findUnique))
  const many = objectOf('findMany', findMany)
  return readMany(app, table, isPlainObject(many.findMany) && Object.keys(many).length === 1 ? many.findMany : many)
}

function readUnique(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  { where, include, select, ...others }: Readonly<Record<string, unknown>>,
): ParsedQuery {
  onlyKnown('findUnique', others)
  const { id, ...more } = objectOf('where', where)
  if (typeof id !== 'string' || Object.keys(more).length > 0) return refuse('findUnique must have where: { id }.')
  return {
    kind: 'unique',
    id,
    ...readShape(app, table, { include, select }, { of: 'unique', parts: new QueryParts() }),
  }
}

function readMany(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  { where, include, select, orderBy, take, skip, after, _count, ...others }: Readonly<Record<string, unknown>>,
): ParsedQuery {
  onlyKnown('findMany', others)
  const parts = new QueryParts()
  const list = readList(table, { where, orderBy, take, skip, after }, parts)
  const asksForRecords = [include, select, orderBy, take, skip, after].some((one) => one !== undefined)
  if (_count === true && !asksForRecords) return { kind: 'count', where: list.where }
  if (_count !== undefined && typeof _count !== 'boolean') return refuse('_count of findMany must be true or false.')
  return {
    kind: 'many',
    ...list,
    ...readShape(app, table, { include, select }, { of: 'many', parts }),
    counts: _count === true,
  }
}

function readShape(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  { include, select }: { include: unknown; select: unknown },
  { of, parts }: { of: 'many' | 'unique'; parts: QueryParts },
): { include: Include[]; select: string[] | null } {
  if (include !== undefined && select !== undefined) return refuse('Use either include or select, not both.')
  return { include: readInclude(app, table, include, { of, parts }), select: readSelect(table, select) }
}

function readSelect(table: DataTableDefinition, select: unknown): string[] | null {
  if (select === undefined) return null
  return Object.entries(objectOf('select', select)).flatMap(([key, wanted]) => {
    if (typeof wanted !== 'boolean') return refuse(`select must have true or false for "${key}".`)
    if (!table.fields.some((field) => field.key === key)) return refuse(`This data table has no field "${key}".`)
    return wanted ? [key] : []
  })
}

function onlyKnown(name: string, others: object): void {
  const [first] = Object.keys(others)
  if (first !== undefined) refuse(`${name} has an unknown key "${first}".`)
}

function readList(
  table: DataTableDefinition,
  { where, orderBy, take, skip, after }: Record<'where' | 'orderBy' | 'take' | 'skip' | 'after', unknown>,
  parts: QueryParts,
): ListQuery {
  if (after !== undefined && skip !== undefined) return refuse('Use either after or skip, not both.')
  return {
    where: readWhere(table, where ?? {}, parts),
    orderBy: readOrder(table, orderBy),
    take: take === undefined ? RECORDS_PER_QUERY_DEFAULT : wholeNumber('take', take, 1, RECORDS_PER_QUERY_MAX),
    skip: skip === undefined ? 0 : wholeNumber('skip', skip, 0, RECORDS_SKIPPED_MAX),
    after: after === undefined || after === null ? null : wholeNumber('after', after, 0, Number.MAX_SAFE_INTEGER),
  }
}

/** One object or a list. */
function readOrder(table: DataTableDefinition, orderBy: unknown): RecordOrder[] {
  const all: unknown[] = Array.isArray(orderBy) ? orderBy : orderBy === undefined ? [] : [orderBy]
  const orders = all.flatMap((one) =>
    Object.entries(objectOf('orderBy', one)).map(([key, given]) => {
      const direction = typeof given === 'string' ? given.toLowerCase() : ''
      if (direction !== 'asc' && direction !== 'desc') return refuse(`orderBy must have asc or desc for "${key}".`)
      return { field: scalarOf(table, key), direction } satisfies RecordOrder
    }),
  )
  if (orders.length > QUERY_SORTS_MAX) return refuse(`orderBy takes at most ${QUERY_SORTS_MAX} fields.`)
  return orders
}

/** Also as text: published clients send cursors so. */
function wholeNumber(name: string, given: unknown, min: number, max: number): number {
  const number = typeof given === 'string' && /^\d{1,16}$/u.test(given) ? Number(given) : given
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max) return number
  return refuse(`${name} must be a whole number from ${min} to ${max}.`)
}

/** @param of only a query for one record can include many-to-many relations */
function readInclude(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  include: unknown,
  { of, parts, depth = 1 }: { of: 'many' | 'unique'; parts: QueryParts; depth?: number },
): Include[] {
  if (include === undefined) return []
  if (!isPlainObject(include)) return refuse('include must be an object.')
  if (depth > QUERY_INCLUDE_DEPTH_MAX)
    return refuse(`include can be nested at most ${QUERY_INCLUDE_DEPTH_MAX} relations deep.`)
  return Object.entries(include).flatMap(([key, given]): Include[] => {
    if (key === '_count') return readCounts(app, table, given, parts)
    if (given === false) return []
    const field = relationOf(table, key)
    const isManyToMany = field.type === 'REFERENCE_MANY' || field.type === 'MEMBER_REFERENCE_MANY'
    if (isManyToMany && of === 'many') return refuse(`"${key}" works only with findUnique.`)
    return [readRelation(app, field, given, { parts, depth })]
  })
}

function relationOf(table: DataTableDefinition, key: string): RelationFieldDefinition {
  return relationFields(table).find((field) => field.key === key) ?? refuse(`This data table has no relation "${key}".`)
}

function readRelation(
  app: Pick<AppDefinition, 'dataTables'>,
  field: RelationFieldDefinition,
  given: unknown,
  { parts, depth }: { parts: QueryParts; depth: number },
): Include {
  parts.takeRelation()
  const table = relationFieldTypes[field.type].to === 'member' ? null : findTable(app, field.references)
  const options = given === true ? {} : given
  if (!isPlainObject(options)) return refuse(`include must have true or an object for "${field.key}".`)
  const { where, orderBy, take, skip, after, include, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return refuse(`include of "${field.key}" has an unknown key "${unknown}".`)
  return {
    field,
    table,
    list: readList(table ?? membersTable, { where, orderBy, take, skip, after }, parts),
    include: table ? readInclude(app, table, include, { of: 'many', parts, depth: depth + 1 }) : [],
    countOnly: false,
  }
}

/** True for all relations, or `{select: {relation: true}}`. */
function readCounts(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  given: unknown,
  parts: QueryParts,
): Include[] {
  const counted = (field: RelationFieldDefinition): Include => ({
    ...readRelation(app, field, true, { parts, depth: 1 }),
    countOnly: true,
  })
  if (given === true) return relationFields(table).map(counted)
  if (given === false) return []
  if (!isPlainObject(given) || !isPlainObject(given.select)) return refuse('_count must be true or { select }.')
  return Object.entries(given.select).flatMap(([key, wanted]) =>
    wanted === true ? [counted(relationOf(table, key))] : [],
  )
}

type Scalar = Exclude<ConditionField, { kind: 'link' }>

/** Position in the query, for errors. */
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

/** @throws ApiError `invalid-field-value` */
function refuse(message: string): never {
  throw new ApiError('invalid-field-value', { message })
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param name of the value, for the message @throws ApiError `invalid-field-value` */
function objectOf(name: string, value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : refuse(`${name} must be an object.`)
}

/** Conditions and relations of a query, on all levels. */
class QueryParts {
  #conditions = 0
  #relations = 0

  /** @throws ApiError `field-limit-exceeded` */
  takeCondition(): void {
    this.#conditions += 1
    if (this.#conditions > QUERY_CONDITIONS_MAX)
      throw new ApiError('field-limit-exceeded', {
        message: `A query can have at most ${QUERY_CONDITIONS_MAX} conditions.`,
      })
  }

  /** @throws ApiError `field-limit-exceeded` */
  takeRelation(): void {
    this.#relations += 1
    if (this.#relations > QUERY_RELATIONS_MAX)
      throw new ApiError('field-limit-exceeded', {
        message: `A query can include and count at most ${QUERY_RELATIONS_MAX} relations.`,
      })
  }
}

/** @throws ApiError naming the wrong field or operator */
const readWhere = (table: DataTableDefinition, where: unknown, parts: QueryParts): Condition =>
  readGroup(table, where, { parts, depth: 0 })

function deeper({ parts, depth }: Place): Place {
  if (depth < QUERY_NESTING_MAX) return { parts, depth: depth + 1 }
  throw new ApiError('field-limit-exceeded', {
    message: `Conditions can be nested at most ${QUERY_NESTING_MAX} levels deep.`,
  })
}

function readGroup(table: DataTableDefinition, where: unknown, place: Place): Condition {
  if (!isPlainObject(where)) return refuse('where must be an object.')
  const all = Object.entries(where).map(([name, given]): Condition => {
    place.parts.takeCondition()
    const list = (): Condition[] =>
      (Array.isArray(given) ? given : [given]).map((one: unknown) => {
        // An empty condition has no parts to count.
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

/** Flattens nested groups, so that the search for an indexed condition finds it. */
function allOf(conditions: readonly Condition[]): Condition {
  const all = conditions.flatMap((one) => ('all' in one ? one.all : [one]))
  const [only] = all
  return all.length === 1 && only && !('all' in only) ? { all: [only] } : { all }
}

function anyOf(conditions: readonly Condition[]): Condition {
  const unwrapped = conditions.map((one) => ('all' in one && one.all.length === 1 ? (one.all[0] ?? one) : one))
  return { any: unwrapped.flatMap((one) => ('any' in one ? one.any : [one])) }
}

/** A scalar or system field. @throws ApiError `invalid-field-value` */
function scalarOf({ fields }: DataTableDefinition, key: string): Scalar {
  if (isSystem(key)) return { kind: 'system', name: key }
  const field = fields.find((one) => one.key === key)
  if (!field) return refuse(`This data table has no field "${key}".`)
  if (isRelation(field)) return refuse(`The field "${key}" is a relation and cannot be compared like this.`)
  if (field.filterable === false)
    return refuse(`The field "${key}" is not filterable: queries cannot compare it or sort by it.`)
  return { kind: 'value', key, type: scalarFieldTypes[field.type] === 'text' ? 'text' : 'number' }
}

const isSystem = (key: string): key is SystemField => Object.hasOwn(systemFields, key)

function readField(table: DataTableDefinition, key: string, given: unknown, place: Place): Condition {
  const field = table.fields.find((one) => one.key === key)
  if (field && isRelation(field) && !isSystem(key)) {
    if (field.type === 'VIRTUAL_REFERENCE_LIST') return refuse(`The field "${key}" cannot be searched.`)
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
    value === null || typeof value === 'string'
      ? value
      : refuse(`The field "${field.key}" must be compared with an ID.`)
  return readOperators({ field, key: field.key, toValue, place }, wanted)
}

function readOperators(comparison: Comparison, given: unknown): Condition {
  const { field, key, toValue, place } = comparison
  if (!isPlainObject(given)) return equals(field, toValue(given), false)
  const { mode, ...operators } = given
  if (mode !== undefined && mode !== 'insensitive' && mode !== 'default')
    return refuse('mode must be "insensitive" or "default".')
  const insensitive = mode === 'insensitive'
  const all = Object.entries(operators).map(([name, value], index): Condition => {
    // The first operator was counted with its field.
    if (index > 0) place.parts.takeCondition()
    const operator = queryOperators.find((one) => one === name)
    if (!operator) return refuse(`"${key}" cannot be compared with "${name}".`)
    if (field.kind === 'link' && !['equals', 'not', 'in', 'notIn'].includes(operator))
      return refuse(`"${key}" cannot be compared with "${name}".`)
    return readOperator({ ...comparison, insensitive }, operator, value)
  })
  return allOf(all)
}

const equals = (field: ConditionField, value: StoredValue | null, insensitive: boolean): Condition => ({
  field,
  operator: 'equals',
  values: value === null ? [] : comparedForms(value),
  insensitive,
})

/** null in the list: records without a value. */
function oneOf(field: ConditionField, given: readonly (StoredValue | null)[], insensitive: boolean): Condition {
  const texts = given.filter((value) => value !== null)
  const values = texts.flatMap(comparedForms)
  const present: Condition[] = values.length > 0 ? [{ field, operator: 'equals', values, insensitive }] : []
  const missing = texts.length < given.length ? [equals(field, null, insensitive)] : []
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
    if (!Array.isArray(given)) return refuse(`${operator} must be a list.`)
    if (given.length > QUERY_VALUES_MAX) throw new ApiError('field-limit-exceeded')
    const any = oneOf(field, given.map(toValue), insensitive)
    return operator === 'in' ? any : { not: any }
  }
  const value = toValue(given)
  if (value === null) return refuse(`${operator} must be a single value.`)
  const isForText = ['contains', 'startsWith', 'endsWith', 'search'].includes(operator)
  if (isForText && typeof value !== 'string') return refuse(`"${key}" cannot be compared with "${operator}".`)
  const folds = insensitive || operator === 'search'
  const [first, ...others] = comparedForms(value).map((one): Condition => ({
    field,
    operator,
    values: [one],
    insensitive: folds,
  }))
  if (!first) return refuse(`${operator} must be a single value.`)
  return others.length > 0 && isForText ? { any: [first, ...others] } : first
}
