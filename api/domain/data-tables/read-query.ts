import type { Condition } from '../../ports/data-store'
import type { AppDefinition, DataTableDefinition } from '../app-definition'
import { QueryParts } from './query-parts'
import { readInclude } from './read-include'
import type { Include } from './read-include'
import { readList } from './read-list'
import type { ListQuery } from './read-list'
import { isPlainObject, objectOf, refuse } from './refuse-query'

/** A query, read and checked: it names only what the table has. */
export type ParsedQuery =
  | { kind: 'count'; where: Condition }
  | (ListQuery & { kind: 'many'; include: Include[]; select: string[] | null; counts: boolean })
  | { kind: 'unique'; id: string; include: Include[]; select: string[] | null }

/**
 * Reads `{findMany}` or `{findUnique}`. A `findMany` within `findMany`, as old examples write it, is read as one.
 * @throws ApiError `invalid-field-value`, `invalid-field-type`, `field-limit-exceeded`, saying what is wrong with the query
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
