import * as v from 'valibot'
import { dataRecord, dataTable } from '../../schemas/data-tables'
import { id, json } from '../../schemas/fields'
import type { adminDataTableEndpoints } from '../endpoints/data-tables'
import type { SchemasFor } from '../../schemas/schema'

const nothing = v.object({})

/** `endCursor` is omitted on an empty page, as in the published client's types. */
const pagination = v.object({ limit: v.number(), endCursor: v.optional(v.number()), hasMore: v.boolean() })

export const adminDataTableSchemas = {
  listDataTables: { input: nothing, output: v.object({ tables: v.array(dataTable) }) },
  retrieveDataTable: { input: nothing, output: dataTable },
  addDataRecord: { input: v.object({ data: json, memberId: v.optional(id) }), output: dataRecord },
  queryTableRecords: {
    input: v.object({ query: json }),
    output: v.union([
      v.object({ records: v.array(dataRecord), pagination, _count: v.optional(v.number()) }),
      v.object({ record: dataRecord }),
      v.object({ _count: v.number() }),
    ]),
  },
  changeDataRecord: { input: v.object({ data: json }), output: dataRecord },
  /** The deleted record. */
  removeDataRecord: { input: nothing, output: dataRecord },
} satisfies SchemasFor<typeof adminDataTableEndpoints>
