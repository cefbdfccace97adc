import { adminRecords, queryCallerOf } from '../../../domain/admin/admin-records'
import { describeTables } from '../../../domain/data-tables/describe-table'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Every table of the app, whatever its rules. */
export const listDataTables: AdminHandler<'listDataTables'> = async (services, context) => {
  const request = adminRecords(context)
  return { data: { tables: await describeTables(services, request, context.app.dataTables, queryCallerOf(context)) } }
}
