import type { AdminHandlers } from '../../ports/admin-handler'
import { auditHandlers } from '../../features/audit/reading'
import { addDataRecord } from './data-tables/add-data-record'
import { changeDataRecord } from './data-tables/change-data-record'
import { listDataTables } from './data-tables/list-data-tables'
import { queryTableRecords } from './data-tables/query-table-records'
import { removeDataRecord } from './data-tables/remove-data-record'
import { retrieveDataTable } from './data-tables/retrieve-data-table'
import { addPlanToMember } from './members/add-plan-to-member'
import { changeMember } from './members/change-member'
import { createMember } from './members/create-member'
import { listMembers } from './members/list-members'
import { removeMember } from './members/remove-member'
import { removePlanFromMember } from './members/remove-plan-from-member'
import { retrieveMember } from './members/retrieve-member'
import { sendMemberPasswordReset } from './members/send-member-password-reset'
import { listPlans } from './plans/list-plans'
import { retrievePlan } from './plans/retrieve-plan'
import { verifyToken } from './tokens/verify-token'
import { transferHandlers } from '../../features/transfer/admin-routes'
import { webhookHandlers } from '../../features/webhooks/admin-routes'

/** Every endpoint of the admin API, by name. */
export const adminHandlers: AdminHandlers = {
  ...transferHandlers,
  listMembers,
  createMember,
  retrieveMember,
  changeMember,
  removeMember,
  addPlanToMember,
  removePlanFromMember,
  sendMemberPasswordReset,
  listPlans,
  retrievePlan,
  listDataTables,
  retrieveDataTable,
  addDataRecord,
  queryTableRecords,
  changeDataRecord,
  removeDataRecord,
  ...auditHandlers,
  verifyToken,
  ...webhookHandlers,
}
