import { adminRecords, toWrittenRecord } from '../../../domain/admin/admin-records'
import { recordAction } from '../../../features/audit/actions'
import { findTable } from '../../../domain/data-tables/find-table'
import { changeRecord } from '../../../domain/data-tables/write-record'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Changes the fields that are named.
 * @throws ApiError `data-table-not-found`, `data-record-not-found`, and what is wrong with the data
 */
export const changeDataRecord: AdminHandler<'changeDataRecord'> = async (
  services,
  context,
  { table: named, recordId: id, data },
) => {
  const table = findTable(context.app, named)
  const record = await services.store.transaction(async (repositories) => {
    const place = { id, tableKey: table.key }
    const changed = await changeRecord(repositories, services, adminRecords(context), place, data)
    const detail = { table: table.key, fields: Object.keys(data).join(', ') }
    await recordAction(repositories, services, context, { act: 'record.update', subject: id, detail })
    return changed
  })
  return { data: toWrittenRecord(table, record) }
}
