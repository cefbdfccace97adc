import { adminAuditEndpoints } from './audit-log'
import { adminDataTableEndpoints } from './data-tables'
import { adminMemberEndpoints } from './members'
import { adminPlanEndpoints } from './plans'
import { adminTokenEndpoints } from './tokens'
import { adminTransferEndpoints } from './transfer'
import { adminWebhookEndpoints } from './webhooks'

/** Where the admin API stands. */
export const ADMIN_PATH = '/admin'

/** Every route of the admin API, by name. */
export const adminEndpoints = {
  ...adminTransferEndpoints,
  ...adminMemberEndpoints,
  ...adminPlanEndpoints,
  ...adminTokenEndpoints,
  ...adminDataTableEndpoints,
  ...adminWebhookEndpoints,
  ...adminAuditEndpoints,
}

export type AdminEndpointName = keyof typeof adminEndpoints
