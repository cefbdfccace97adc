import type { AdminEndpoint } from './admin-endpoint'

/** Lets a page's own back end verify a member's session token. */
export const adminTokenEndpoints = {
  verifyToken: { method: 'POST', path: '/verify-token', right: 'members.read' },
  verifyMemberToken: { method: 'POST', path: '/members/verify-token', right: 'members.read' },
} as const satisfies Record<string, AdminEndpoint>
