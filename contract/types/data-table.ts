/** TYPES of an app's tables and their records. */
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
  /** Number of records that the caller can read. */
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

/** A record. Included relations are properties of it, by field key. */
export interface DataRecord {
  id: string
  tableKey: string
  /** Null: a visitor, or a caller with a secret key. */
  createdByMemberId: string | null
  /** By field key. */
  data: Record<string, unknown>
  /** ISO 8601. */
  createdAt: string
  updatedAt: string
  /** Increases within a table; for `after`. */
  internalOrder: number
  activeMemberOwnsIt: boolean
  [relation: string]: unknown
}
