import { adminRecords } from '../../../domain/admin/admin-records'
import { describeTable } from '../../../domain/data-tables/describe-table'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Every table of the app, whatever its rules. */
export const listDataTables: AdminHandler<'listDataTables'> = async (services, context) => {
  const request = adminRecords(context)
  const tables = await Promise.all(context.app.dataTables.map((table) => describeTable(services, request, table)))
  return { data: { tables } }
}
