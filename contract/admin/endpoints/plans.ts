import type { AdminEndpoint } from './admin-endpoint'

/** Plans with their prices, and how many hold them. */
export const adminPlanEndpoints = {} as const satisfies Record<string, AdminEndpoint>
