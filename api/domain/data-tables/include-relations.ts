import type { DataRecord } from '../../../contract/schemas/data-tables'
import { relationFieldTypes } from '../../../contract/data-tables'
import type { DataRecordRow, RecordLink, Relation } from '../../ports/data-store'
import type { Repositories } from '../../ports/store'
import { toShownMember } from '../accounts/shown-member'
import type { ShownMember } from '../accounts/shown-member'
import type { DataTableDefinition } from '../app-definition'
import type { RelationFieldDefinition } from '../definitions/data-table'
import { relationFields } from './field-kind'
import type { QueryBudget } from './query-budget'
import type { Include } from './read-include'
import type { RecordRequest } from './record-request'
import { visibleRecords } from './record-request'
import { memberIdOf } from './table-access'
import { toDataRecord } from './to-data-record'

/** What a query reads with; all of it is one state of the database. */
export interface QueryReads {
  repositories: Pick<Repositories, 'dataRecords' | 'members'>
  request: RecordRequest
  budget: QueryBudget
}

export interface Shape {
  include: readonly Include[]
  select: readonly string[] | null
  /** With a list of records, what is included stands beside their data too. */
  of: 'many' | 'unique'
}

interface Pagination {
  limit: number
  endCursor: number | null
  hasMore: boolean
}

/**
 * Records as a caller sees them, with the relations that were asked for: of those, too, only what the caller may read. Each level
 * is loaded as a whole.
 * @param times ID → how often the record stands in the answer, in the order of the answer
 * @throws ApiError `query-limit-exceeded`
 */
export async function loadRecords(
  reads: QueryReads,
  table: DataTableDefinition,
  times: ReadonlyMap<string, number>,
  { include, select, of }: Shape,
): Promise<Map<string, DataRecord>> {
  const rows = await loadRows(reads, times)
  const records = await toRecords(reads, table, rows, times, select)
  for (const one of include) {
    const related = one.countOnly ? await countRelated(reads, one, times) : await loadRelated(reads, one, times)
    for (const [id, record] of records) addRelated(record, one, related.get(id) ?? related.empty, of)
  }
  return records
}

/** What was found for each parent, and what the others have. */
type Related = Pick<Map<string, unknown>, 'get'> & { empty: unknown }

function addRelated(record: DataRecord, { field, countOnly }: Include, related: unknown, of: Shape['of']): void {
  if (countOnly) {
    record._count = Object.assign({}, record._count, { [field.key]: related })
    return
  }
  record.data[field.key] = related
  if (of === 'many') record[field.key] = related
}

async function loadRows(
  { repositories, budget }: QueryReads,
  times: ReadonlyMap<string, number>,
): Promise<Map<string, DataRecordRow>> {
  const ids = [...times.keys()]
  budget.returnRecords(sumOf(times.values()))
  // Nothing is loaded that would be too much: one that stands in the answer more often is counted when it is made.
  if ((await repositories.dataRecords.sizeOf(ids)) > budget.bytesLeft) budget.returnBytes(budget.bytesLeft + 1)
  budget.read(ids.length)
  const found = new Map((await repositories.dataRecords.list(ids)).map((row) => [row.id, row]))
  const rows = new Map<string, DataRecordRow>()
  for (const id of ids) {
    const row = found.get(id)
    if (row) rows.set(id, row)
  }
  return rows
}

async function toRecords(
  { repositories, request, budget }: QueryReads,
  table: DataTableDefinition,
  rows: ReadonlyMap<string, DataRecordRow>,
  times: ReadonlyMap<string, number>,
  select: Shape['select'],
): Promise<Map<string, DataRecord>> {
  const single = relationFields(table).filter(({ type }) => !relationFieldTypes[type].many)
  const keys = single.map(({ key }) => key)
  const links = new Map<string, RecordLink[]>()
  for (const link of await repositories.dataRecords.listLinks([...rows.keys()], keys))
    links.set(link.recordId, [...(links.get(link.recordId) ?? []), link])
  const records = new Map<string, DataRecord>()
  for (const [id, row] of rows) {
    const record = toDataRecord(table, row, links.get(id) ?? [], { caller: request.caller, select })
    budget.returnBytes(JSON.stringify(record).length * (times.get(id) ?? 1))
    records.set(id, record)
  }
  return records
}

const relationOf = (field: RelationFieldDefinition): Relation =>
  field.type === 'VIRTUAL_REFERENCE_LIST'
    ? { fieldKey: field.through, way: 'back' }
    : { fieldKey: field.key, way: 'forth' }

async function countRelated(
  { repositories, request, budget }: QueryReads,
  { field, table }: Include,
  parents: ReadonlyMap<string, number>,
): Promise<Related> {
  const parentIds = [...parents.keys()]
  if (!table) {
    const query = { parentIds, fieldKey: field.key, skip: 0, take: 0, memberId: null }
    const links = await repositories.dataRecords.listMemberLinks(query, budget)
    return withEmpty(new Map([...links].map(([id, { count }]) => [id, count])), 0)
  }
  const visible = visibleRecords(request, table)
  const counts = visible
    ? await repositories.dataRecords.countRelated({ ...visible, relation: relationOf(field), parentIds }, budget)
    : new Map<string, number>()
  return withEmpty(counts, 0)
}

/** One record, or null, for a single reference; else a page of them. */
function loadRelated(reads: QueryReads, include: Include, parents: ReadonlyMap<string, number>): Promise<Related> {
  const { table } = include
  return table ? loadRelatedRecords(reads, include, table, parents) : loadRelatedMembers(reads, include, parents)
}

async function loadRelatedRecords(
  reads: QueryReads,
  { field, list, include }: Include,
  table: DataTableDefinition,
  parents: ReadonlyMap<string, number>,
): Promise<Related> {
  const { repositories, request, budget } = reads
  const visible = visibleRecords(request, table)
  // One more than the page has room for says whether there are more.
  const query = { ...list, take: list.take + 1, relation: relationOf(field), parentIds: [...parents.keys()] }
  const found = visible
    ? await repositories.dataRecords.searchRelated({ ...visible, ...query }, budget)
    : new Map<string, string[]>()
  const { many } = relationFieldTypes[field.type]
  const room = many ? list.take : 1
  const times = new Map<string, number>()
  for (const [parent, ids] of found)
    for (const id of ids.slice(0, room)) times.set(id, (times.get(id) ?? 0) + (parents.get(parent) ?? 1))
  const records = await loadRecords(reads, table, times, { include, select: null, of: 'unique' })
  const related = new Map<string, unknown>()
  for (const [parent, ids] of found) {
    const page = ids.slice(0, room).flatMap((id) => records.get(id) ?? [])
    const pagination = { limit: list.take, endCursor: page.at(-1)?.internalOrder ?? null, hasMore: ids.length > room }
    related.set(parent, many ? { records: page, pagination } : (page[0] ?? null))
  }
  const empty = { records: [], pagination: { limit: list.take, endCursor: null, hasMore: false } satisfies Pagination }
  return withEmpty(related, many ? empty : null)
}

/** The members that a relation leads to, in the order in which they were connected; the cursor is their place. */
async function loadRelatedMembers(
  { repositories, request, budget }: QueryReads,
  { field, list: { take, skip, after } }: Include,
  parents: ReadonlyMap<string, number>,
): Promise<Related> {
  const from = after ?? skip
  const query = { parentIds: [...parents.keys()], fieldKey: field.key, skip: from, take }
  const own = memberIdOf(request.caller)
  const links = await repositories.dataRecords.listMemberLinks({ ...query, memberId: own }, budget)
  const { many } = relationFieldTypes[field.type]
  const ids = new Set([...links.values()].flatMap(({ memberIds }) => memberIds))
  const shown = await showMembers({ repositories, request, budget }, [...ids])
  const related = new Map<string, unknown>()
  for (const [parent, { memberIds, count, hasMember }] of links) {
    const records = memberIds.flatMap((id) => shown.get(id) ?? [])
    const times = parents.get(parent) ?? 1
    budget.returnRecords(records.length * times)
    budget.returnBytes(JSON.stringify(records).length * times)
    const endCursor = memberIds.length > 0 ? from + memberIds.length : null
    const pagination = { limit: take, endCursor, hasMore: count > from + memberIds.length }
    related.set(parent, many ? { records, pagination, count, hasself: hasMember } : (records[0] ?? null))
  }
  const pagination = { limit: take, endCursor: null, hasMore: false } satisfies Pagination
  return withEmpty(related, many ? { records: [], pagination, count: 0, hasself: false } : null)
}

async function showMembers(
  { repositories, request: { app, caller }, budget }: QueryReads,
  ids: readonly string[],
): Promise<Map<string, ShownMember>> {
  const viewer = caller.kind === 'page' ? caller.member : null
  budget.read(ids.length)
  const members = await repositories.members.listByIds(ids)
  return new Map(members.map((member) => [member.id, toShownMember(app, member, viewer)]))
}

const withEmpty = (related: ReadonlyMap<string, unknown>, empty: unknown): Related => ({
  get: (id) => related.get(id),
  empty,
})

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0)
