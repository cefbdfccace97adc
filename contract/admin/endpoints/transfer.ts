import type { AdminEndpoint } from './admin-endpoint'

/** All members at once. Not below `/members`, where the next path part is an ID. */
export const adminTransferEndpoints = {
  exportMembers: { method: 'GET', path: '/export/members', right: 'members.export', stepUp: true, answer: 'text' },
  importMembers: { method: 'POST', path: '/import/members', right: 'members.write', body: 'text' },
} as const satisfies Record<string, AdminEndpoint>
