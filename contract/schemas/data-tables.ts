import * as v from 'valibot'
import { tableRules } from '../data-tables'
import type { dataTableEndpoints } from '../endpoints/data-tables'
import { ID_MAX_CHARS } from '../limits'
import { json } from './fields'
import type { DataRecord, DataTable } from '../types/data-table'
import type { SchemasFor } from './schema'

export type { DataRecord, DataTable }

const rule = v.picklist(tableRules)
const moment = v.string()
const nothing = v.object({})

/** A table's key or ID. */
const table = v.pipe(
  v.string('invalid-field-type'),
  v.trim(),
  v.nonEmpty('required-field-missing'),
  v.maxLength(ID_MAX_CHARS, 'invalid-table-key'),
  v.regex(/^[\w-]+$/u, 'invalid-table-key'),
)

export const dataTable = v.object({
  id: v.string(),
  key: v.string(),
  name: v.string(),
  createRule: rule,
  readRule: rule,
  updateRule: rule,
  deleteRule: rule,
  createdAt: moment,
  updatedAt: moment,
  recordCount: v.number(),
  fields: v.array(
    v.object({
      id: v.string(),
      key: v.string(),
      name: v.string(),
      type: v.string(),
      required: v.boolean(),
      defaultValue: v.union([v.string(), v.number(), v.boolean(), v.null()]),
      tableOrder: v.number(),
      referencedTableId: v.nullable(v.string()),
      referencedTable: v.nullable(v.object({ id: v.string(), key: v.string(), name: v.string() })),
    }),
  ),
}) satisfies v.GenericSchema<DataTable>

export const dataRecord = v.looseObject({
  id: v.string(),
  tableKey: v.string(),
  createdByMemberId: v.nullable(v.string()),
  data: v.record(v.string(), v.unknown()),
  createdAt: moment,
  updatedAt: moment,
  internalOrder: v.number(),
  activeMemberOwnsIt: v.boolean(),
}) satisfies v.GenericSchema<DataRecord>

const pagination = v.object({ limit: v.number(), endCursor: v.nullable(v.number()), hasMore: v.boolean() })

/** Parsed in the domain, which knows the table's fields. */
const query = json

export const dataTableSchemas = {
  getDataTables: { input: nothing, output: v.object({ tables: v.array(dataTable) }) },
  getDataTable: { input: nothing, output: dataTable },
  queryDataRecords: {
    input: v.object({ table, query }),
    output: v.union([
      v.object({ records: v.array(dataRecord), pagination, _count: v.optional(v.number()) }),
      v.object({ record: v.nullable(dataRecord) }),
      v.object({ _count: v.number() }),
    ]),
  },
  createDataRecord: { input: v.object({ table, data: json }), output: dataRecord },
  updateDataRecord: { input: v.object({ data: json }), output: dataRecord },
  deleteDataRecord: { input: nothing, output: v.object({ id: v.string() }) },
} satisfies SchemasFor<typeof dataTableEndpoints>

export type RecordsAnswer = v.InferOutput<(typeof dataTableSchemas)['queryDataRecords']['output']>
