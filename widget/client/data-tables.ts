import type { RecordsAnswer } from '../../contract/schemas/data-tables'
import type { DataTableClient, RecordsPage } from '../public'
import type { ClientContext } from './context'

/** Records of the tables that the app defines. */
export function dataTableMethods({ call }: ClientContext): DataTableClient {
  return {
    getDataTables: async (options) => call('getDataTables', {}, options),
    getDataTable: async (params, options) => call('getDataTable', { table: nameOf(params) }, options),
    getDataRecords: async (params, options) => {
      const { createdAfter, createdBefore, sortBy, sortDirection, limit, after } = params
      const createdAt = {
        ...(createdAfter !== undefined && { gte: createdAfter }),
        ...(createdBefore !== undefined && { lte: createdBefore }),
      }
      const findMany = {
        ...(Object.keys(createdAt).length > 0 && { where: { createdAt } }),
        ...(sortBy !== undefined && { orderBy: { [sortBy]: sortDirection ?? 'asc' } }),
        ...(limit !== undefined && { take: limit }),
        ...(after !== undefined && { after }),
      }
      const answer = await call('queryDataRecords', { table: nameOf(params), query: { findMany } }, options)
      return { ...answer, data: pageOf(answer.data) }
    },
    getDataRecord: async (params, options) => {
      const { recordId: id, include } = params
      const findUnique = { where: { id }, ...(include && { include }) }
      const answer = await call('queryDataRecords', { table: nameOf(params), query: { findUnique } }, options)
      return { ...answer, data: 'record' in answer.data ? answer.data.record : null }
    },
    queryDataRecords: async (params, options) => {
      const query = { findMany: { ...params.query } }
      const answer = await call('queryDataRecords', { table: nameOf(params), query }, options)
      const { data } = answer
      return { ...answer, data: '_count' in data && !('records' in data) ? data : pageOf(data) }
    },
    createDataRecord: async (params, options) =>
      call('createDataRecord', { table: nameOf(params), data: { ...params.data } }, options),
    updateDataRecord: async ({ recordId, data }, options) =>
      call('updateDataRecord', { recordId, data: { ...data } }, options),
    deleteDataRecord: async ({ recordId }, options) => call('deleteDataRecord', { recordId }, options),
  }
}

const nameOf = ({ table, tableKey }: { table?: string | undefined; tableKey?: string }): string =>
  table ?? tableKey ?? ''

/** A question for a list is answered with one. */
const pageOf = (data: RecordsAnswer): RecordsPage =>
  'records' in data ? data : { records: [], pagination: { limit: 0, endCursor: null, hasMore: false } }
