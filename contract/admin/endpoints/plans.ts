import type { AdminEndpoint } from './admin-endpoint'

/** Plans with their prices, and how many hold them. */
export const adminPlanEndpoints = {
  listPlans: { method: 'GET', path: '/plans' },
  retrievePlan: { method: 'GET', path: '/plans/:planId' },
} as const satisfies Record<string, AdminEndpoint>
