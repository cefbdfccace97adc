import { adminSettingsEndpoints } from './app-settings'
import { adminAuditEndpoints } from './audit-log'
import { adminConnectionEndpoints } from './connections'
import { adminContentEndpoints } from './contents'
import { adminDataTableEndpoints } from './data-tables'
import { adminFigureEndpoints } from './figures'
import { adminJobEndpoints } from './jobs'
import { adminMemberEndpoints } from './members'
import { adminPlanEndpoints } from './plans'
import { adminStaffEndpoints } from './staff'
import { adminTokenEndpoints } from './tokens'
import { adminTransferEndpoints } from './transfer'
import { adminWebhookEndpoints } from './webhooks'

/** Base path of the admin API. */
export const ADMIN_PATH = '/admin'

/** All routes of the admin API, by name. */
export const adminEndpoints = {
  ...adminTransferEndpoints,
  ...adminMemberEndpoints,
  ...adminJobEndpoints,
  ...adminFigureEndpoints,
  ...adminPlanEndpoints,
  ...adminTokenEndpoints,
  ...adminDataTableEndpoints,
  ...adminWebhookEndpoints,
  ...adminAuditEndpoints,
  ...adminSettingsEndpoints,
  ...adminContentEndpoints,
  ...adminConnectionEndpoints,
  ...adminStaffEndpoints,
}

export type AdminEndpointName = keyof typeof adminEndpoints
