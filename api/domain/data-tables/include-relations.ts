import type { DataRecord } from '../../../contract/schemas/data-tables'
import { relationFieldTypes } from '../../../contract/data-tables'
import type { Services } from '../../ports/services'
import type { DataRecordRow } from '../../ports/data-store'
import type { DataTableDefinition } from '../app-definition'
import type { Include } from './read-include'
import type { RecordRequest } from './record-request'
import { countRelated, listRelated } from './related-records'
import { listRelatedMembers } from './related-members'
import { toDataRecord } from './to-data-record'

export interface Shape {
  include: readonly Include[]
  select: readonly string[] | null
  /** With a list of records, what is included stands beside their data too. */
  of: 'many' | 'unique'
}

/** Records as a caller sees them, with the relations that were asked for: of those, too, only what the caller may read. */
export async function includeRelations(
  services: Pick<Services, 'store'>,
  request: RecordRequest,
  table: DataTableDefinition,
  rows: readonly DataRecordRow[],
  { include, select, of }: Shape,
): Promise<DataRecord[]> {
  const links = await services.store.dataRecords.listLinks(rows.map(({ id }) => id))
  const records: DataRecord[] = []
  for (const row of rows) {
    const record = toDataRecord(table, row, links, { caller: request.caller, select })
    for (const one of include.filter(({ countOnly }) => !countOnly)) {
      const related = await readRelation(services, request, row, one)
      record.data[one.field.key] = related
      if (of === 'many') record[one.field.key] = related
    }
    const counted = include.filter(({ countOnly }) => countOnly)
    if (counted.length > 0) record._count = await countAll(services, request, row, counted)
    records.push(record)
  }
  return records
}

async function countAll(
  services: Pick<Services, 'store'>,
  request: RecordRequest,
  row: DataRecordRow,
  counted: readonly Include[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const one of counted) counts[one.field.key] = await countRelated(services, request, row, one)
  return counts
}

/** One record, or null, for a single reference; else a page of them. */
async function readRelation(
  services: Pick<Services, 'store'>,
  request: RecordRequest,
  row: DataRecordRow,
  include: Include,
): Promise<unknown> {
  const { field, table, list } = include
  const { many, to } = relationFieldTypes[field.type]
  if (to === 'member') {
    const page = await listRelatedMembers(services, request, row, include)
    return many ? page : (page.records[0] ?? null)
  }
  if (!table) return null
  const found = await listRelated(services, request, row, include)
  const page = found.slice(0, list.take)
  const records = await includeRelations(services, request, table, page, {
    include: include.include,
    select: null,
    of: 'unique',
  })
  if (!many) return records[0] ?? null
  return {
    records,
    pagination: {
      limit: list.take,
      endCursor: page.at(-1)?.internalOrder ?? null,
      hasMore: found.length > page.length,
    },
  }
}
