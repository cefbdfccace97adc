import { relationFieldTypes } from '../../../contract/data-tables'
import { QUERY_ANSWER_MAX_BYTES, QUERY_READS_MAX, QUERY_RECORDS_MAX, QUERY_TIME_MAX_MS } from '../../../contract/limits'
import type { DataRecord, RecordsAnswer } from '../../../contract/schemas/data-tables'
import type { Db } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import type { DataTableDefinition, RelationFieldDefinition } from '../apps/definition'
import { listMembersByIds } from '../members/repository'
import { type ShownMember, toShownMember } from '../members/fields'
import { memberIdOf, type RecordRequest, singleReferences, visibleRecords } from './fields'
import { type Include, type ParsedQuery, readQuery } from './query-parser'
import type { DataRecordRow, ReadBudget, RecordLink, Relation, VisibleRecords } from './query-types'
import { findDataRecord, listDataRecords, listLinks, sizeOfDataRecords } from './repository'
import { countRelated, listMemberLinks, searchRelated } from './repository-related'
import { countRecords, searchRecords } from './repository-search'
import { type QueryCaller, toDataRecord } from './serializers'

interface QueryTarget {
  table: DataTableDefinition
  visible: VisibleRecords
}

interface QueryReads {
  db: Db
  request: RecordRequest
  budget: QueryBudget
}

interface Shape {
  include: readonly Include[]
  select: readonly string[] | null
  /** In a list, included records are also beside `data`. */
  of: 'many' | 'unique'
}

interface Pagination {
  limit: number
  endCursor: number | null
  hasMore: boolean
}

/** By parent id; `empty` for a parent without related values. */
type Related = Pick<Map<string, unknown>, 'get'> & { empty: unknown }

/**
 * Only over records that the caller may read.
 * @param caller its signal aborts the work
 * @throws ApiError `access-denied` before parsing, errors of `readQuery`, `query-limit-exceeded` with a message naming the limit,
 * `too-many-requests` and `server-busy` for a full queue
 */
export async function queryRecords(
  { store }: Pick<Services, 'store'>,
  request: RecordRequest,
  table: DataTableDefinition,
  { query, caller }: { query: Readonly<Record<string, unknown>>; caller: QueryCaller },
): Promise<RecordsAnswer> {
  const visible = visibleRecords(request, table)
  if (!visible) throw new ApiError('access-denied')
  const parsed = readQuery(request.app, table, query)
  return store.expensiveRead((db) => runQuery({ db, request, budget: new QueryBudget() }, { table, visible }, parsed), {
    maxMs: QUERY_TIME_MAX_MS,
    ...caller,
  })
}

async function runQuery(reads: QueryReads, target: QueryTarget, parsed: ParsedQuery): Promise<RecordsAnswer> {
  const { db, budget } = reads
  if (parsed.kind === 'count')
    return { _count: await countRecords(db, { ...target.visible, where: parsed.where }, budget) }
  return parsed.kind === 'unique' ? findOne(reads, target, parsed) : findMany(reads, target, parsed)
}

async function findOne(
  reads: QueryReads,
  { table, visible }: QueryTarget,
  { id, ...shape }: Extract<ParsedQuery, { kind: 'unique' }>,
): Promise<RecordsAnswer> {
  const { appId, mode, tableKey, ownerId } = visible
  const record = await findDataRecord(reads.db, id)
  const isThere = record?.appId === appId && record.mode === mode && record.tableKey === tableKey
  if (!isThere || (ownerId !== null && record.memberId !== ownerId)) return { record: null }
  const [shown] = await load(reads, table, [id], { ...shape, of: 'unique' })
  return { record: shown ?? null }
}

async function findMany(
  reads: QueryReads,
  { table, visible }: QueryTarget,
  { kind: _kind, include, select, counts, ...list }: Extract<ParsedQuery, { kind: 'many' }>,
): Promise<RecordsAnswer> {
  const { db, budget } = reads
  // One extra record shows whether more follow.
  const found = await searchRecords(db, { ...visible, ...list, take: list.take + 1 }, budget)
  const records = await load(reads, table, found.slice(0, list.take), { include, select, of: 'many' })
  return {
    records,
    pagination: {
      limit: list.take,
      endCursor: records.at(-1)?.internalOrder ?? null,
      hasMore: found.length > list.take,
    },
    ...(counts && { _count: await countRecords(db, { ...visible, where: list.where }, budget) }),
  }
}

async function load(
  reads: QueryReads,
  table: DataTableDefinition,
  ids: readonly string[],
  shape: Shape,
): Promise<DataRecord[]> {
  const records = await loadRecords(reads, table, new Map(ids.map((id) => [id, 1])), shape)
  return [...records.values()]
}

/**
 * Loads included relations level by level, only records that the caller may read.
 * @param times occurrences in the result by id, in result order
 * @throws ApiError `query-limit-exceeded`
 */
async function loadRecords(
  reads: QueryReads,
  table: DataTableDefinition,
  times: ReadonlyMap<string, number>,
  { include, select, of }: Shape,
): Promise<Map<string, DataRecord>> {
  const rows = await loadRows(reads, times)
  const records = await toRecords(reads, table, rows, { times, select })
  for (const one of include) {
    const related = one.countOnly ? await countIncluded(reads, one, times) : await loadRelated(reads, one, times)
    for (const [id, record] of records) addRelated(record, one, related.get(id) ?? related.empty, of)
  }
  return records
}

function addRelated(record: DataRecord, { field, countOnly }: Include, related: unknown, of: Shape['of']): void {
  if (countOnly) {
    record._count = Object.assign({}, record._count, { [field.key]: related })
    return
  }
  record.data[field.key] = related
  if (of === 'many') record[field.key] = related
}

async function loadRows(
  { db, budget }: QueryReads,
  times: ReadonlyMap<string, number>,
): Promise<Map<string, DataRecordRow>> {
  const ids = [...times.keys()]
  budget.returnRecords([...times.values()].reduce((total, count) => total + count, 0))
  // Refuses before loading; repetitions are counted during serialization.
  if ((await sizeOfDataRecords(db, ids)) > budget.bytesLeft) budget.returnBytes(budget.bytesLeft + 1)
  budget.read(ids.length)
  const found = new Map((await listDataRecords(db, ids)).map((row) => [row.id, row]))
  const rows = new Map<string, DataRecordRow>()
  for (const id of ids) {
    const row = found.get(id)
    if (row) rows.set(id, row)
  }
  return rows
}

async function toRecords(
  { db, request, budget }: QueryReads,
  table: DataTableDefinition,
  rows: ReadonlyMap<string, DataRecordRow>,
  { times, select }: { times: ReadonlyMap<string, number>; select: Shape['select'] },
): Promise<Map<string, DataRecord>> {
  const keys = singleReferences(table).map(({ key }) => key)
  const links = new Map<string, RecordLink[]>()
  for (const link of await listLinks(db, [...rows.keys()], keys))
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

async function countIncluded(
  { db, request, budget }: QueryReads,
  { field, table }: Include,
  parents: ReadonlyMap<string, number>,
): Promise<Related> {
  const parentIds = [...parents.keys()]
  if (!table) {
    const query = { parentIds, fieldKey: field.key, skip: 0, take: 0, memberId: null }
    const links = await listMemberLinks(db, query, budget)
    return withEmpty(new Map([...links].map(([id, { count }]) => [id, count])), 0)
  }
  const visible = visibleRecords(request, table)
  const counts = visible
    ? await countRelated(db, { ...visible, relation: relationOf(field), parentIds }, budget)
    : new Map<string, number>()
  return withEmpty(counts, 0)
}

/** A single reference yields a record or null; any other relation a page. */
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
  const { db, request, budget } = reads
  const visible = visibleRecords(request, table)
  // One extra record shows whether more follow.
  const query = { ...list, take: list.take + 1, relation: relationOf(field), parentIds: [...parents.keys()] }
  const found = visible ? await searchRelated(db, { ...visible, ...query }, budget) : new Map<string, string[]>()
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

/** In order of connection; the cursor is an offset. */
async function loadRelatedMembers(
  { db, request, budget }: QueryReads,
  { field, list: { take, skip, after } }: Include,
  parents: ReadonlyMap<string, number>,
): Promise<Related> {
  const from = after ?? skip
  const query = { parentIds: [...parents.keys()], fieldKey: field.key, skip: from, take }
  const own = memberIdOf(request.caller)
  const links = await listMemberLinks(db, { ...query, memberId: own }, budget)
  const { many } = relationFieldTypes[field.type]
  const ids = new Set([...links.values()].flatMap(({ memberIds }) => memberIds))
  const shown = await showMembers({ db, request, budget }, [...ids])
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
  { db, request: { app, caller }, budget }: QueryReads,
  ids: readonly string[],
): Promise<Map<string, ShownMember>> {
  const viewer = caller.kind === 'page' ? caller.member : null
  budget.read(ids.length)
  const members = await listMembersByIds(db, ids)
  return new Map(members.map((member) => [member.id, toShownMember(app, member, viewer)]))
}

const withEmpty = (related: ReadonlyMap<string, unknown>, empty: unknown): Related => ({
  get: (id) => related.get(id),
  empty,
})

const format = (count: number): string => count.toLocaleString('en-US')

const limits = {
  reads: `reads more than ${format(QUERY_READS_MAX)} records and fields`,
  records: `returns more than ${format(QUERY_RECORDS_MAX)} records, including those of relations`,
  bytes: `returns more than ${format(QUERY_ANSWER_MAX_BYTES)} bytes`,
} as const

/** Limits reads and output of a query, on all levels together. All methods throw `query-limit-exceeded`. */
export class QueryBudget implements ReadBudget {
  #reads = QUERY_READS_MAX
  #records = QUERY_RECORDS_MAX
  #bytes = QUERY_ANSWER_MAX_BYTES

  get readsLeft(): number {
    return this.#reads
  }

  get bytesLeft(): number {
    return this.#bytes
  }

  read(units: number): void {
    this.#reads -= units
    if (this.#reads < 0) this.refuse()
  }

  returnRecords(count: number): void {
    this.#records -= count
    if (this.#records < 0) throw exceeded('records')
  }

  returnBytes(count: number): void {
    this.#bytes -= count
    if (this.#bytes < 0) throw exceeded('bytes')
  }

  refuse(): never {
    throw exceeded('reads')
  }
}

const exceeded = (limit: keyof typeof limits): ApiError =>
  new ApiError('query-limit-exceeded', { message: `This query ${limits[limit]}. Please narrow it down.` })
