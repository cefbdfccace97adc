/** TYPES of an app's own tables and of their records. */
import type { TableRule } from '../data-tables'

export interface DataTable {
  /** `tbl_…` */
  id: string
  key: string
  name: string
  createRule: TableRule
  readRule: TableRule
  updateRule: TableRule
  deleteRule: TableRule
  /** ISO 8601. */
  createdAt: string
  updatedAt: string
  /** Of those that the caller may read. */
  recordCount: number
  fields: DataField[]
}

export interface DataField {
  id: string
  key: string
  name: string
  type: string
  required: boolean
  defaultValue: string | number | boolean | null
  tableOrder: number
  referencedTableId: string | null
  referencedTable: { id: string; key: string; name: string } | null
}

/** A record; what a query included stands in it by key of the relation. */
export interface DataRecord {
  id: string
  tableKey: string
  /** Null: a visitor, or whoever holds a secret key. */
  createdByMemberId: string | null
  /** By key of the field. */
  data: Record<string, unknown>
  /** ISO 8601. */
  createdAt: string
  updatedAt: string
  /** Counts up within a table: what `after` takes. */
  internalOrder: number
  activeMemberOwnsIt: boolean
  [relation: string]: unknown
}
