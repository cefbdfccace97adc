import type { DataRecord } from '../../../contract/schemas/data-tables'
import { relationFieldTypes } from '../../../contract/data-tables'
import type { DataRecordRow, RecordLink } from '../../ports/data-store'
import type { DataTableDefinition } from '../app-definition'
import { relationFields, scalarFields } from './field-kind'
import { fromStored } from './field-value'
import type { RecordCaller } from './table-access'
import { memberIdOf } from './table-access'

/**
 * A record as a caller sees it: every field of one value, and the ids of what single references lead to.
 * @param links of this record and others
 * @param select keys of the fields that are wanted; null: all
 */
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
  const references = relationFields(table)
    .filter((field) => isWanted(field) && !relationFieldTypes[field.type].many)
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
