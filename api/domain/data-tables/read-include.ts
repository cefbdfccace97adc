import { relationFieldTypes } from '../../../contract/data-tables'
import { QUERY_INCLUDE_DEPTH_MAX } from '../../../contract/limits'
import type { AppDefinition, DataTableDefinition } from '../app-definition'
import type { RelationFieldDefinition } from '../definitions/data-table'
import { relationFields } from './field-kind'
import { findTable } from './find-table'
import type { QueryParts } from './query-parts'
import { readList } from './read-list'
import type { ListQuery } from './read-list'
import { isPlainObject, refuse } from './refuse-query'

/** A relation that comes along with records. */
export interface Include {
  field: RelationFieldDefinition
  /** Null: members. */
  table: DataTableDefinition | null
  list: ListQuery
  include: Include[]
  /** Only how many there are. */
  countOnly: boolean
}

/**
 * Reads which relations come along.
 * @param of many-to-many relations come with a single record only
 * @throws ApiError `invalid-field-value`
 */
export function readInclude(
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

const membersTable: DataTableDefinition = {
  key: 'members',
  name: 'Members',
  createRule: 'ADMIN_ONLY',
  readRule: 'PUBLIC',
  updateRule: 'ADMIN_ONLY',
  deleteRule: 'ADMIN_ONLY',
  fields: [],
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

/** `true` for all of them, or `{select: {relation: true}}`. */
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
