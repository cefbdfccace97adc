import { relationFieldTypes } from '../../../contract/data-tables'
import {
  QUERY_INCLUDE_DEPTH_MAX,
  QUERY_SORTS_MAX,
  RECORDS_PER_QUERY_DEFAULT,
  RECORDS_PER_QUERY_MAX,
  RECORDS_SKIPPED_MAX,
} from '../../../contract/limits'
import type { AppDefinition, DataTableDefinition, RelationFieldDefinition } from '../apps/definition'
import { findTable } from './access'
import { relationFields } from './fields'
import { isPlainObject, objectOf, QueryParts, readWhere, refuse, scalarOf } from './query-conditions'
import type { Condition, RecordOrder } from './query-types'

/** A checked query: all tables and fields in it exist. */
export type ParsedQuery =
  | { kind: 'count'; where: Condition }
  | (ListQuery & { kind: 'many'; include: Include[]; select: string[] | null; counts: boolean })
  | { kind: 'unique'; id: string; include: Include[]; select: string[] | null }

/** The part of a list of records to return, of a table or a relation. */
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
  /** Return only the number of related records. */
  countOnly: boolean
}

/** Stands for the members of a `MEMBER_REFERENCE`: they have no fields to filter by. */
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
 * Parses `{findMany}` or `{findUnique}`. Old examples nest `findMany` in `findMany`; that counts as one.
 * @throws ApiError `invalid-field-value`, `invalid-field-type`, `field-limit-exceeded`, with a message for the developer
 */
export function readQuery(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  query: Readonly<Record<string, unknown>>,
): ParsedQuery {
  const { findMany, findUnique, ...others } = query
  if (Object.keys(others).length > 0 || (findMany === undefined) === (findUnique === undefined))
    return refuse('A query is exactly one of findMany and findUnique.')
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
  if (typeof id !== 'string' || Object.keys(more).length > 0) return refuse('findUnique takes where: { id }.')
  return { kind: 'unique', id, ...readShape(app, table, { include, select }, 'unique', new QueryParts()) }
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
  if (_count !== undefined && typeof _count !== 'boolean') return refuse('_count of findMany is true or false.')
  return {
    kind: 'many',
    ...list,
    ...readShape(app, table, { include, select }, 'many', parts),
    counts: _count === true,
  }
}

function readShape(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  { include, select }: { include: unknown; select: unknown },
  of: 'many' | 'unique',
  parts: QueryParts,
): { include: Include[]; select: string[] | null } {
  if (include !== undefined && select !== undefined) return refuse('Of include and select only one is taken.')
  return { include: readInclude(app, table, include, of, parts), select: readSelect(table, select) }
}

function readSelect(table: DataTableDefinition, select: unknown): string[] | null {
  if (select === undefined) return null
  return Object.entries(objectOf('select', select)).flatMap(([key, wanted]) => {
    if (typeof wanted !== 'boolean') return refuse(`select takes true or false for "${key}".`)
    if (!table.fields.some((field) => field.key === key)) return refuse(`This data table has no field "${key}".`)
    return wanted ? [key] : []
  })
}

function onlyKnown(name: string, others: object): void {
  const [first] = Object.keys(others)
  if (first !== undefined) refuse(`${name} does not know "${first}".`)
}

function readList(
  table: DataTableDefinition,
  { where, orderBy, take, skip, after }: Record<'where' | 'orderBy' | 'take' | 'skip' | 'after', unknown>,
  parts: QueryParts,
): ListQuery {
  if (after !== undefined && skip !== undefined) return refuse('Of after and skip only one is taken.')
  return {
    where: readWhere(table, where ?? {}, parts),
    orderBy: readOrder(table, orderBy),
    take: take === undefined ? RECORDS_PER_QUERY_DEFAULT : wholeNumber('take', take, 1, RECORDS_PER_QUERY_MAX),
    skip: skip === undefined ? 0 : wholeNumber('skip', skip, 0, RECORDS_SKIPPED_MAX),
    after: after === undefined || after === null ? null : wholeNumber('after', after, 0, Number.MAX_SAFE_INTEGER),
  }
}

/** Takes one object or a list of them. */
function readOrder(table: DataTableDefinition, orderBy: unknown): RecordOrder[] {
  const all: unknown[] = Array.isArray(orderBy) ? orderBy : orderBy === undefined ? [] : [orderBy]
  const orders = all.flatMap((one) =>
    Object.entries(objectOf('orderBy', one)).map(([key, given]) => {
      const direction = typeof given === 'string' ? given.toLowerCase() : ''
      if (direction !== 'asc' && direction !== 'desc') return refuse(`orderBy takes asc or desc for "${key}".`)
      return { field: scalarOf(table, key), direction } satisfies RecordOrder
    }),
  )
  if (orders.length > QUERY_SORTS_MAX) return refuse(`orderBy takes at most ${QUERY_SORTS_MAX} fields.`)
  return orders
}

/** Takes a text, too: published clients send cursors as texts. */
function wholeNumber(name: string, given: unknown, min: number, max: number): number {
  const number = typeof given === 'string' && /^\d{1,16}$/u.test(given) ? Number(given) : given
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max) return number
  return refuse(`${name} takes a whole number from ${min} to ${max}.`)
}

/** @param of only a query for one record can include many-to-many relations */
function readInclude(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  include: unknown,
  of: 'many' | 'unique',
  parts: QueryParts,
  depth = 1,
): Include[] {
  if (include === undefined) return []
  if (!isPlainObject(include)) return refuse('include takes an object.')
  if (depth > QUERY_INCLUDE_DEPTH_MAX) return refuse(`include goes at most ${QUERY_INCLUDE_DEPTH_MAX} relations deep.`)
  return Object.entries(include).flatMap(([key, given]): Include[] => {
    if (key === '_count') return readCounts(app, table, given, parts)
    if (given === false) return []
    const field = relationOf(table, key)
    const isManyToMany = field.type === 'REFERENCE_MANY' || field.type === 'MEMBER_REFERENCE_MANY'
    if (isManyToMany && of === 'many') return refuse(`"${key}" comes along with findUnique only.`)
    return [readRelation(app, field, given, parts, depth)]
  })
}

function relationOf(table: DataTableDefinition, key: string): RelationFieldDefinition {
  return relationFields(table).find((field) => field.key === key) ?? refuse(`This data table has no relation "${key}".`)
}

function readRelation(
  app: Pick<AppDefinition, 'dataTables'>,
  field: RelationFieldDefinition,
  given: unknown,
  parts: QueryParts,
  depth: number,
): Include {
  parts.takeRelation()
  const table = relationFieldTypes[field.type].to === 'member' ? null : findTable(app, field.references)
  const options = given === true ? {} : given
  if (!isPlainObject(options)) return refuse(`include takes true or an object for "${field.key}".`)
  const { where, orderBy, take, skip, after, include, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return refuse(`include of "${field.key}" does not know "${unknown}".`)
  return {
    field,
    table,
    list: readList(table ?? membersTable, { where, orderBy, take, skip, after }, parts),
    include: table ? readInclude(app, table, include, 'many', parts, depth + 1) : [],
    countOnly: false,
  }
}

/** Takes true for all relations, or `{select: {relation: true}}`. */
function readCounts(
  app: Pick<AppDefinition, 'dataTables'>,
  table: DataTableDefinition,
  given: unknown,
  parts: QueryParts,
): Include[] {
  const counted = (field: RelationFieldDefinition): Include => ({
    ...readRelation(app, field, true, parts, 1),
    countOnly: true,
  })
  if (given === true) return relationFields(table).map(counted)
  if (given === false) return []
  if (!isPlainObject(given) || !isPlainObject(given.select)) return refuse('_count takes true or { select }.')
  return Object.entries(given.select).flatMap(([key, wanted]) =>
    wanted === true ? [counted(relationOf(table, key))] : [],
  )
}
