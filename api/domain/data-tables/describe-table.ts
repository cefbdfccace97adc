import type { DataTable } from '../../../contract/schemas/data-tables'
import { QUERY_TIME_MAX_MS } from '../../../contract/limits'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { DataFieldDefinition, DataTableDefinition } from '../app-definition'
import { isRelation } from './field-kind'
import type { QueryCaller } from './query-records'
import { tableId } from './find-table'
import { visibleRecords } from './record-request'
import type { RecordRequest } from './record-request'
import { scopeOf } from './table-access'

/** Definitions come with the app and have no time of their own. */
const MADE = new Date(0).toISOString()

/** Whether a caller can do anything at all with a table. */
export const isForCaller = ({ caller }: RecordRequest, table: DataTableDefinition): boolean =>
  [table.readRule, table.createRule, table.updateRule, table.deleteRule].some(
    (rule) => scopeOf(rule, caller) !== 'none',
  )

/**
 * Tables as a caller sees them: the records are counted that they may read.
 * @throws ApiError `query-limit-exceeded`, `too-many-requests`
 */
export const describeTables = (
  { store }: Pick<Services, 'store'>,
  request: RecordRequest,
  tables: readonly DataTableDefinition[],
  caller: QueryCaller,
): Promise<DataTable[]> =>
  store.expensiveRead(
    async (repositories) => {
      const described: DataTable[] = []
      for (const table of tables) described.push(await describeTable(repositories, request, table))
      return described
    },
    { maxMs: QUERY_TIME_MAX_MS, ...caller },
  )

async function describeTable(
  { dataRecords }: Pick<Repositories, 'dataRecords'>,
  request: RecordRequest,
  table: DataTableDefinition,
): Promise<DataTable> {
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
    createdAt: MADE,
    updatedAt: MADE,
    recordCount: visible ? await dataRecords.countAll(visible) : 0,
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
