import type { RecordsAnswer } from '../../../contract/schemas/data-tables'
import type { Services } from '../../ports/services'
import type { Condition } from '../../ports/data-store'
import type { DataTableDefinition } from '../app-definition'
import { ApiError } from '../api-error'
import { includeRelations } from './include-relations'
import { readQuery } from './read-query'
import type { ParsedQuery } from './read-query'
import { visibleRecords } from './record-request'
import type { RecordRequest, VisibleRecords } from './record-request'

type Parts = Pick<Services, 'store'>

/**
 * Answers a query on one table, with the records that the caller may read.
 * @throws ApiError `access-denied` before anything of the query is looked at, `invalid-field-value` and others of `readQuery`
 */
export async function queryRecords(
  services: Parts,
  request: RecordRequest,
  table: DataTableDefinition,
  query: Readonly<Record<string, unknown>>,
): Promise<RecordsAnswer> {
  const visible = visibleRecords(request, table)
  if (!visible) throw new ApiError('access-denied')
  const parsed = readQuery(request.app, table, query)
  const { dataRecords } = services.store
  if (parsed.kind === 'count') return { _count: await dataRecords.count({ ...visible, where: parsed.where }) }
  const asked = { request, table, visible }
  return parsed.kind === 'unique' ? findOne(services, asked, parsed) : findMany(services, asked, parsed)
}

interface Asked {
  request: RecordRequest
  table: DataTableDefinition
  visible: VisibleRecords
}

const withId = (id: string): Condition => ({
  field: { kind: 'system', name: 'id' },
  operator: 'equals',
  values: [id],
  insensitive: false,
})

async function findOne(
  services: Parts,
  { request, table, visible }: Asked,
  { id, ...shape }: Extract<ParsedQuery, { kind: 'unique' }>,
): Promise<RecordsAnswer> {
  const list = { where: withId(id), orderBy: [], take: 1, skip: 0, after: null }
  const records = await services.store.dataRecords.query({ ...visible, ...list })
  const [record] = await includeRelations(services, request, table, records, { ...shape, of: 'unique' })
  return { record: record ?? null }
}

async function findMany(
  services: Parts,
  { request, table, visible }: Asked,
  { kind: _kind, include, select, counts, ...list }: Extract<ParsedQuery, { kind: 'many' }>,
): Promise<RecordsAnswer> {
  const { dataRecords } = services.store
  // One more than is asked for says whether there are more.
  const found = await dataRecords.query({ ...visible, ...list, take: list.take + 1 })
  const page = found.slice(0, list.take)
  return {
    records: await includeRelations(services, request, table, page, { include, select, of: 'many' }),
    pagination: {
      limit: list.take,
      endCursor: page.at(-1)?.internalOrder ?? null,
      hasMore: found.length > page.length,
    },
    ...(counts && { _count: await dataRecords.count({ ...visible, where: list.where }) }),
  }
}
