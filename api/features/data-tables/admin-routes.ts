import type { DataRecord } from '../../../contract/schemas/data-tables'
import { ApiError } from '../../lib/errors'
import type { AdminContext, AdminHandlers } from '../apps/secret-keys'
import type { DataTableDefinition } from '../apps/definition'
import { recordAction } from '../audit/actions'
import { ownerTurn } from '../audit/reading'
import { lockMember } from '../members/context'
import { findTable, type RecordRequest } from './fields'
import { queryRecords } from './query'
import { describeOneTable, describeTables, type QueryCaller } from './serializers'
import { changeRecord, insertRecord, removeRecord } from './write'

export const adminDataTableHandlers = {
  async listDataTables(services, context) {
    const request = recordRequestOf(context)
    return { data: { tables: await describeTables(services, request, context.app.dataTables, queryCallerOf(context)) } }
  },

  /** @throws ApiError `data-table-not-found` */
  async retrieveDataTable(services, context, input) {
    const table = findTable(context.app, input.table)
    return { data: await describeOneTable(services, recordRequestOf(context), table, queryCallerOf(context)) }
  },

  /** @throws ApiError `data-table-not-found`, `data-record-not-found` for `findUnique`, and as `queryRecords` */
  async queryTableRecords(services, context, input) {
    const table = findTable(context.app, input.table)
    const found = await queryRecords(services, recordRequestOf(context), table, {
      query: input.query,
      caller: queryCallerOf(context),
    })
    if ('record' in found) {
      if (!found.record) throw new ApiError('data-record-not-found')
      return { data: { record: found.record } }
    }
    if (!('records' in found)) return { data: found }
    const { endCursor, ...pagination } = found.pagination
    return { data: { ...found, pagination: { ...pagination, ...(endCursor !== null && { endCursor }) } } }
  },

  /**
   * @param input with `memberId`, that member owns the record
   * @throws ApiError `data-table-not-found`, `member-not-found`; those of `insertRecord`
   */
  async addDataRecord(services, context, { data, memberId, ...input }) {
    const table = findTable(context.app, input.table)
    const record = await services.store.transaction(async (tx) => {
      const creator = memberId === undefined ? null : await lockMember(tx, context, memberId)
      const request = recordRequestOf(context)
      const created = await insertRecord(tx, services, request, { table, data, creatorId: creator?.id ?? null })
      const act = { act: 'record.create', subject: created.id, detail: { table: table.key } }
      await recordAction(tx, services, context, act)
      return created
    })
    return { data: toWrittenRecord(table, record) }
  },

  /** @throws ApiError `data-table-not-found`, and as `changeRecord` */
  async changeDataRecord(services, context, { recordId: id, data, ...input }) {
    const table = findTable(context.app, input.table)
    const record = await services.store.transaction(async (tx) => {
      const named = { id, tableKey: table.key }
      const changed = await changeRecord(tx, services, recordRequestOf(context), { named, data })
      const detail = { table: table.key, fields: Object.keys(data).join(', ') }
      await recordAction(tx, services, context, { act: 'record.update', subject: id, detail })
      return changed
    })
    return { data: toWrittenRecord(table, record) }
  },

  /** Returns the former record. @throws ApiError `data-table-not-found`, `data-record-not-found` */
  async removeDataRecord(services, context, { recordId: id, ...input }) {
    const table = findTable(context.app, input.table)
    const record = await services.store.transaction(async (tx) => {
      const removed = await removeRecord(tx, recordRequestOf(context), { id, tableKey: table.key })
      const act = { act: 'record.delete', subject: id, detail: { table: table.key } }
      await recordAction(tx, services, context, act)
      return removed
    })
    return { data: toWrittenRecord(table, record) }
  },
} satisfies Partial<AdminHandlers>

const recordRequestOf = ({ app, mode }: AdminContext): RecordRequest => ({ app, mode, caller: { kind: 'admin' } })

const queryCallerOf = ({ keyId, signal }: AdminContext): QueryCaller => ({
  ...ownerTurn(keyId),
  signal: signal?.(),
})

/** Published clients expect decimals as texts in a written record, and as numbers in query results. */
function toWrittenRecord({ fields }: DataTableDefinition, record: DataRecord): DataRecord {
  const decimals = new Set(fields.filter(({ type }) => type === 'DECIMAL').map(({ key }) => key))
  const data = Object.entries(record.data).map(([key, value]): [string, unknown] => [
    key,
    decimals.has(key) && typeof value === 'number' ? String(value) : value,
  ])
  return { ...record, data: Object.fromEntries(data) }
}
