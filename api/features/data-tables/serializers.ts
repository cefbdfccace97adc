import { QUERY_TIME_MAX_MS } from '../../../contract/limits'
import type { DataRecord, DataTable } from '../../../contract/schemas/data-tables'
import type { Db } from '../../database/db'
import type { ExpensiveReadLimits } from '../../database/expensive-reads'
import type { Services } from '../../http/services'
import type { DataFieldDefinition, DataTableDefinition } from '../apps/definition'
import { fromStored, isRelation, memberIdOf, scalarFields, singleReferences, tableId, visibleRecords } from './fields'
import type { RecordCaller, RecordRequest } from './fields'
import type { DataRecordRow, RecordLink } from './query-types'
import { countVisible } from './repository-search'

/** The time limit is `QUERY_TIME_MAX_MS` by default. */
export type QueryCaller = Omit<ExpensiveReadLimits, 'maxMs'> & Partial<Pick<ExpensiveReadLimits, 'maxMs'>>

/** Definitions come with the app and have no creation time. */
const DEFINED_AT = new Date(0).toISOString()

/** Includes the ids of its single references. @param links of this record and others @param select wanted field keys; null: all */
export function toDataRecord(
  table: DataTableDefinition,
  record: DataRecordRow,
  links: readonly RecordLink[],
  { caller, select }: { caller: RecordCaller; select: readonly string[] | null },
): DataRecord {
  const isWanted = ({ key }: { key: string }) => select === null || select.includes(key)
  const own = links.filter(({ recordId }) => recordId === record.id)
  const values = scalarFields(table)
    .filter(isWanted)
    .map((field) => {
      const value = record.values[field.key]
      return [field.key, value === undefined ? null : fromStored(field, value)] as const
    })
  const references = singleReferences(table)
    .filter(isWanted)
    .map(({ key }) => [key, own.find(({ fieldKey }) => fieldKey === key)?.target.id ?? null] as const)
  const memberId = memberIdOf(caller)
  return {
    id: record.id,
    tableKey: record.tableKey,
    createdByMemberId: record.memberId,
    data: Object.fromEntries<unknown>([...values, ...references]),
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    internalOrder: record.internalOrder,
    activeMemberOwnsIt: memberId !== null && record.memberId === memberId,
  }
}

/** With the number of readable records. @throws ApiError `query-limit-exceeded`, `too-many-requests`, `server-busy` */
export const describeTables = (
  { store }: Pick<Services, 'store'>,
  request: RecordRequest,
  tables: readonly DataTableDefinition[],
  caller: QueryCaller,
): Promise<DataTable[]> =>
  store.expensiveRead(
    async (db) => {
      const described: DataTable[] = []
      for (const table of tables) described.push(await describeTable(db, request, table))
      return described
    },
    { maxMs: QUERY_TIME_MAX_MS, ...caller },
  )

export async function describeOneTable(
  services: Pick<Services, 'store'>,
  request: RecordRequest,
  table: DataTableDefinition,
  caller: QueryCaller,
): Promise<DataTable> {
  const [described] = await describeTables(services, request, [table], caller)
  if (!described) throw new Error('A data table has no definition.')
  return described
}

async function describeTable(db: Db, request: RecordRequest, table: DataTableDefinition): Promise<DataTable> {
  const { key, name, createRule, readRule, updateRule, deleteRule, fields } = table
  const visible = visibleRecords(request, table)
  return {
    id: tableId(key),
    key,
    name,
    createRule,
    readRule,
    updateRule,
    deleteRule,
    createdAt: DEFINED_AT,
    updatedAt: DEFINED_AT,
    recordCount: visible ? await countVisible(db, visible) : 0,
    fields: fields.map((field, index) => describeField(request, table, field, index)),
  }
}

function describeField(
  { app }: RecordRequest,
  table: DataTableDefinition,
  field: DataFieldDefinition,
  tableOrder: number,
): DataTable['fields'][number] {
  const { key, name, type } = field
  const referenced = isRelation(field) ? app.dataTables.find((one) => one.key === field.references) : undefined
  return {
    id: `fld_${table.key}_${key}`,
    key,
    name,
    type,
    required: !isRelation(field) && field.required,
    defaultValue: isRelation(field) ? null : field.defaultValue,
    tableOrder,
    referencedTableId: referenced ? tableId(referenced.key) : null,
    referencedTable: referenced ? { id: tableId(referenced.key), key: referenced.key, name: referenced.name } : null,
  }
}
