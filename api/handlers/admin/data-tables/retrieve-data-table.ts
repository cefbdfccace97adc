import { adminRecords, queryCallerOf } from '../../../domain/admin/admin-records'
import { ApiError } from '../../../lib/errors'
import { describeTables } from '../../../domain/data-tables/describe-table'
import { findTable } from '../../../domain/data-tables/find-table'
import type { AdminHandler } from '../../../ports/admin-handler'

/** @throws ApiError `data-table-not-found` */
export const retrieveDataTable: AdminHandler<'retrieveDataTable'> = async (services, context, { table }) => {
  const tables = [findTable(context.app, table)]
  const [data] = await describeTables(services, adminRecords(context), tables, queryCallerOf(context))
  if (!data) throw new ApiError('data-table-not-found')
  return { data }
}
