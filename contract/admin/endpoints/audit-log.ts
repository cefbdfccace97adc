import type { AdminEndpoint } from './admin-endpoint'

/** Every act of an owner, in whatever way they acted. */
export const adminAuditEndpoints = {
  listAuditLog: { method: 'GET', path: '/audit-log' },
} as const satisfies Record<string, AdminEndpoint>
