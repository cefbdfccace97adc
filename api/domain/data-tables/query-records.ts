import { QUERY_TIME_MAX_MS } from '../../../contract/limits'
import type { DataRecord, RecordsAnswer } from '../../../contract/schemas/data-tables'
import type { ExpensiveReadLimits } from '../../ports/expensive-reads'
import type { Services } from '../../ports/services'
import type { DataTableDefinition } from '../app-definition'
import { ApiError } from '../../lib/errors'
import { loadRecords } from './include-relations'
import type { QueryReads, Shape } from './include-relations'
import { QueryBudget } from './query-budget'
import { readQuery } from './read-query'
import type { ParsedQuery } from './read-query'
import { visibleRecords } from './record-request'
import type { RecordRequest, VisibleRecords } from './record-request'

/** Who waits for the answer of a query. */
export type QueryCaller = Pick<ExpensiveReadLimits, 'signal' | 'caller'>

/**
 * Answers a query on one table, with the records that the caller may read.
 * @param caller its signal ends the work
 * @throws ApiError `access-denied` before anything of the query is looked at, `invalid-field-value` and others of `readQuery`,
 *   `query-limit-exceeded` with a message that names the limit, `too-many-requests` where too many queries wait
 */
export async function queryRecords(
  { store }: Pick<Services, 'store'>,
  request: RecordRequest,
  table: DataTableDefinition,
  query: Readonly<Record<string, unknown>>,
  caller: QueryCaller,
): Promise<RecordsAnswer> {
  const visible = visibleRecords(request, table)
  if (!visible) throw new ApiError('access-denied')
  const parsed = readQuery(request.app, table, query)
  return store.expensiveRead(
    (repositories) => answerQuery({ repositories, request, budget: new QueryBudget() }, { table, visible }, parsed),
    { maxMs: QUERY_TIME_MAX_MS, ...caller },
  )
}

interface Asked {
  table: DataTableDefinition
  visible: VisibleRecords
}

async function answerQuery(reads: QueryReads, asked: Asked, parsed: ParsedQuery): Promise<RecordsAnswer> {
  const { repositories, budget } = reads
  if (parsed.kind === 'count')
    return { _count: await repositories.dataRecords.count({ ...asked.visible, where: parsed.where }, budget) }
  return parsed.kind === 'unique' ? findOne(reads, asked, parsed) : findMany(reads, asked, parsed)
}

async function findOne(
  reads: QueryReads,
  { table, visible }: Asked,
  { id, ...shape }: Extract<ParsedQuery, { kind: 'unique' }>,
): Promise<RecordsAnswer> {
  const { appId, mode, tableKey, ownerId } = visible
  const record = await reads.repositories.dataRecords.find(id)
  const isThere = record?.appId === appId && record.mode === mode && record.tableKey === tableKey
  if (!isThere || (ownerId !== null && record.memberId !== ownerId)) return { record: null }
  const [shown] = await load(reads, table, [id], { ...shape, of: 'unique' })
  return { record: shown ?? null }
}

async function findMany(
  reads: QueryReads,
  { table, visible }: Asked,
  { kind: _kind, include, select, counts, ...list }: Extract<ParsedQuery, { kind: 'many' }>,
): Promise<RecordsAnswer> {
  const { repositories, budget } = reads
  // One more than is asked for says whether there are more.
  const found = await repositories.dataRecords.search({ ...visible, ...list, take: list.take + 1 }, budget)
  const records = await load(reads, table, found.slice(0, list.take), { include, select, of: 'many' })
  return {
    records,
    pagination: {
      limit: list.take,
      endCursor: records.at(-1)?.internalOrder ?? null,
      hasMore: found.length > list.take,
    },
    ...(counts && { _count: await repositories.dataRecords.count({ ...visible, where: list.where }, budget) }),
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
