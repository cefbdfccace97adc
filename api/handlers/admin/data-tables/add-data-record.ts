import { adminRecords, toWrittenRecord } from '../../../domain/admin/admin-records'
import { recordAction } from '../../../features/audit/actions'
import { lockMember } from '../../../domain/admin/find-member'
import { findTable } from '../../../domain/data-tables/find-table'
import { insertRecord } from '../../../domain/data-tables/write-record'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Makes a record, in a member's name where one is named.
 * @throws ApiError `data-table-not-found`, `member-not-found`, and what is wrong with the data
 */
export const addDataRecord: AdminHandler<'addDataRecord'> = async (
  services,
  context,
  { table: named, data, memberId },
) => {
  const table = findTable(context.app, named)
  const record = await services.store.transaction(async (repositories) => {
    const maker = memberId === undefined ? null : await lockMember(repositories, context, memberId)
    const request = adminRecords(context)
    const made = await insertRecord(repositories, services, request, table, data, maker?.id ?? null)
    const act = { act: 'record.create', subject: made.id, detail: { table: table.key } }
    await recordAction(repositories, services, context, act)
    return made
  })
  return { data: toWrittenRecord(table, record) }
}
