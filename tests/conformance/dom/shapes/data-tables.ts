import * as v from 'valibot'
import { answered, moment } from './answered'

const rule = v.picklist(['PUBLIC', 'AUTHENTICATED', 'AUTHENTICATED_OWN', 'ADMIN_ONLY'])

/** `DataTableResponse`. Optional fields are null if missing. */
const table = v.object({
  id: v.pipe(v.string(), v.startsWith('tbl_')),
  key: v.string(),
  name: v.string(),
  createRule: rule,
  readRule: rule,
  updateRule: rule,
  deleteRule: rule,
  createdAt: moment,
  updatedAt: v.optional(moment),
  recordCount: v.number(),
  fields: v.array(
    v.object({
      id: v.string(),
      key: v.string(),
      name: v.string(),
      type: v.string(),
      required: v.boolean(),
      defaultValue: v.optional(v.unknown()),
      tableOrder: v.optional(v.number()),
      referencedTableId: v.nullish(v.string()),
      referencedTable: v.nullish(v.object({ id: v.string(), key: v.string(), name: v.string() })),
    }),
  ),
})

/** `DataRecordResponse`, `QueryDataRecordResponse`. */
const record = v.object({
  id: v.string(),
  tableKey: v.string(),
  createdByMemberId: v.nullish(v.string()),
  data: v.record(v.string(), v.unknown()),
  createdAt: moment,
  updatedAt: moment,
  internalOrder: v.number(),
  activeMemberOwnsIt: v.boolean(),
})

const pagination = v.object({ limit: v.number(), endCursor: v.nullable(v.number()), hasMore: v.boolean() })

/** `GetDataTablesPayload`. */
export const tables = answered(v.object({ tables: v.array(table) }))

/** `GetDataTablePayload`. */
export const oneTable = answered(table)

/** `GetDataRecordsPayload`, and the first half of `QueryDataRecordsPayload`. */
export const records = answered(v.object({ records: v.array(record), pagination }))

/** The other half of `QueryDataRecordsPayload`. */
export const count = answered(v.strictObject({ _count: v.number() }))

/** `CreateDataRecordPayload`, `UpdateDataRecordPayload`, `GetDataRecordPayload`. */
export const oneRecord = answered(record)

/** `DeleteDataRecordPayload`. */
export const deletedRecord = answered(v.object({ id: v.string() }))
