import type { AdminEndpoint } from './admin-endpoint'

/** Every action of an owner, by page, command or API. */
export const adminAuditEndpoints = {
  exportAuditLog: { method: 'GET', path: '/export/audit-log', right: 'audit.read', answer: 'text' },
  listAuditLog: { method: 'GET', path: '/audit-log', right: 'audit.read' },
} as const satisfies Record<string, AdminEndpoint>
