import { adminDataTableHandlers } from '../../features/data-tables/admin-routes'
import { adminPlanHandlers } from '../../features/plans/routes'
import type { AdminHandlers } from '../../ports/admin-handler'

import { adminMemberHandlers } from '../../features/accounts/admin-routes'
import { auditHandlers } from '../../features/audit/reading'
import { transferHandlers } from '../../features/transfer/admin-routes'
import { webhookHandlers } from '../../features/webhooks/admin-routes'

/** Every endpoint of the admin API, by name. */
export const adminHandlers: AdminHandlers = {
  ...adminMemberHandlers,
  ...adminPlanHandlers,
  ...adminDataTableHandlers,
  ...auditHandlers,
  ...transferHandlers,
  ...webhookHandlers,
}
