import { networkGroups } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { Storing } from '../files/account-storage'
import type { Handlers, RequestContext } from '../members/context'
import { findTable, isForCaller, type RecordRequest } from './fields'
import { queryRecords } from './query'
import { describeOneTable, describeTables, type QueryCaller } from './serializers'
import { createRecord, deleteRecord, updateRecord } from './write'

export const dataTableHandlers = {
  /** Only tables that the caller may use. @throws ApiError `too-many-requests` */
  async getDataTables(services, context) {
    await services.rateLimiter.take('recordReadsPerAddress', context.ipAddress)
    const request = recordRequestOf(context)
    const tables = context.app.dataTables.filter((table) => isForCaller(request, table))
    return { data: { tables: await describeTables(services, request, tables, queryCallerOf(context)) } }
  },

  /** @throws ApiError `data-table-not-found`, `access-denied`, `too-many-requests` */
  async getDataTable(services, context, input) {
    await services.rateLimiter.take('recordReadsPerAddress', context.ipAddress)
    const request = recordRequestOf(context)
    const table = findTable(context.app, input.table)
    if (!isForCaller(request, table)) throw new ApiError('access-denied')
    return { data: await describeOneTable(services, request, table, queryCallerOf(context)) }
  },

  /** @throws ApiError `data-table-not-found`, `too-many-requests`, and as `queryRecords` */
  async queryDataRecords(services, context, { table, query }) {
    await services.rateLimiter.take('recordReadsPerAddress', context.ipAddress)
    const request = recordRequestOf(context)
    const found = findTable(context.app, table)
    return { data: await queryRecords(services, request, found, { query, caller: queryCallerOf(context) }) }
  },

  /** @throws ApiError `data-table-not-found`, `too-many-requests`, and as `createRecord` */
  async createDataRecord(services, context, { table, data }) {
    await services.rateLimiter.take('recordsCreatedPerCaller', writerOf(context))
    return { data: await createRecord(services, recordRequestOf(context), findTable(context.app, table), data) }
  },

  /** @throws ApiError `too-many-requests`, and as `updateRecord` */
  async updateDataRecord(services, context, { recordId, data }) {
    await services.rateLimiter.take('recordWritesPerCaller', writerOf(context))
    return { data: await updateRecord(services, recordRequestOf(context), recordId, data) }
  },

  /** @throws ApiError `data-record-not-found`, `access-denied`, `too-many-requests` */
  async deleteDataRecord(services, context, { recordId }) {
    await services.rateLimiter.take('recordWritesPerCaller', writerOf(context))
    return { data: await deleteRecord(services, recordRequestOf(context), recordId) }
  },
} satisfies Partial<Handlers>

const recordRequestOf = ({ app, mode, member, ipAddress }: RequestContext): RecordRequest & Storing => ({
  app,
  mode,
  member,
  ipAddress,
  caller: { kind: 'page', member },
})

const queryCallerOf = ({ app, ipAddress, signal }: RequestContext): QueryCaller => ({
  caller: [app.id, ...networkGroups(ipAddress)],
  signal: signal?.(),
})

/** Key of a write limit: the member, or a visitor's IP address. */
const writerOf = ({ app, member, ipAddress }: RequestContext): string => member?.id ?? `${app.id} ${ipAddress}`
