import { adminDataTableHandlers } from '../../features/data-tables/admin-routes'
import { adminPlanHandlers } from '../../features/plans/routes'
import type { AdminHandlers } from '../../ports/admin-handler'
import { listAuditLog } from './audit-log/list-audit-log'
import { addPlanToMember } from './members/add-plan-to-member'
import { changeMember } from './members/change-member'
import { createMember } from './members/create-member'
import { listMembers } from './members/list-members'
import { removeMember } from './members/remove-member'
import { removePlanFromMember } from './members/remove-plan-from-member'
import { retrieveMember } from './members/retrieve-member'
import { sendMemberPasswordReset } from './members/send-member-password-reset'
import { verifyToken } from './tokens/verify-token'
import { exportMembers } from './transfer/export-members'
import { importMembers } from './transfer/import-members'
import { webhookHandlers } from './webhooks'

/** Every endpoint of the admin API, by name. */
export const adminHandlers: AdminHandlers = {
  exportMembers,
  importMembers,
  listMembers,
  createMember,
  retrieveMember,
  changeMember,
  removeMember,
  addPlanToMember,
  removePlanFromMember,
  sendMemberPasswordReset,
  listAuditLog,
  verifyToken,
  ...adminPlanHandlers,
  ...adminDataTableHandlers,
  ...webhookHandlers,
}
