import { adminRecords } from '../../../domain/admin/admin-records'
import { describeTable } from '../../../domain/data-tables/describe-table'
import { findTable } from '../../../domain/data-tables/find-table'
import type { AdminHandler } from '../../../ports/admin-handler'

/** @throws ApiError `data-table-not-found` */
export const retrieveDataTable: AdminHandler<'retrieveDataTable'> = async (services, context, { table }) => ({
  data: await describeTable(services, adminRecords(context), findTable(context.app, table)),
})
