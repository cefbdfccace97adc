import type { AdminEndpoint } from './admin-endpoint'

/** Plans with their prices and numbers of members. */
export const adminPlanEndpoints = {
  listPlans: { method: 'GET', path: '/plans', right: 'members.read' },
  retrievePlan: { method: 'GET', path: '/plans/:planId', right: 'members.read' },
} as const satisfies Record<string, AdminEndpoint>
