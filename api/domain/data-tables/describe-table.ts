import type { DataTable } from '../../../contract/schemas/data-tables'
import type { Services } from '../../ports/services'
import type { DataFieldDefinition, DataTableDefinition } from '../app-definition'
import { isRelation } from './field-kind'
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

/** A table as a caller sees it: the records are counted that they may read. */
export async function describeTable(
  { store }: Pick<Services, 'store'>,
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
    recordCount: visible ? await store.dataRecords.count({ ...visible, where: { all: [] } }) : 0,
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
