import { adminRecords, toWrittenRecord } from '../../../domain/admin/admin-records'
import { recordAction } from '../../../features/audit/actions'
import { findTable } from '../../../domain/data-tables/find-table'
import { removeRecord } from '../../../domain/data-tables/write-record'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Deletes a record and answers it as it was. @throws ApiError `data-table-not-found`, `data-record-not-found` */
export const removeDataRecord: AdminHandler<'removeDataRecord'> = async (
  services,
  context,
  { table: named, recordId: id },
) => {
  const table = findTable(context.app, named)
  const record = await services.store.transaction(async (repositories) => {
    const removed = await removeRecord(repositories, adminRecords(context), { id, tableKey: table.key })
    const act = { act: 'record.delete', subject: id, detail: { table: table.key } }
    await recordAction(repositories, services, context, act)
    return removed
  })
  return { data: toWrittenRecord(table, record) }
}
