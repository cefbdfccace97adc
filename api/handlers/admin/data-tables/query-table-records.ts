import { adminRecords, queryCallerOf } from '../../../domain/admin/admin-records'
import { ApiError } from '../../../lib/errors'
import { findTable } from '../../../domain/data-tables/find-table'
import { queryRecords } from '../../../domain/data-tables/query-records'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Records by a query.
 * @throws ApiError `data-table-not-found`, `data-record-not-found` where one record is asked for and is not there, and what
 *   is wrong with the query
 */
export const queryTableRecords: AdminHandler<'queryTableRecords'> = async (
  services,
  context,
  { table: named, query },
) => {
  const table = findTable(context.app, named)
  const answer = await queryRecords(services, adminRecords(context), table, query, queryCallerOf(context))
  if ('record' in answer) {
    if (!answer.record) throw new ApiError('data-record-not-found')
    return { data: { record: answer.record } }
  }
  if (!('records' in answer)) return { data: answer }
  const { endCursor, ...pagination } = answer.pagination
  return { data: { ...answer, pagination: { ...pagination, ...(endCursor !== null && { endCursor }) } } }
}
