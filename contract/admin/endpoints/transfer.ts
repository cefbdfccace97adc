import type { AdminEndpoint } from './admin-endpoint'

/** All members at once. Apart from `/members`, of which an id is the next part of the path. */
export const adminTransferEndpoints = {
  exportMembers: { method: 'GET', path: '/export/members', answer: 'text' },
  importMembers: { method: 'POST', path: '/import/members', body: 'text' },
} as const satisfies Record<string, AdminEndpoint>
