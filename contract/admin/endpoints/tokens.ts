import type { AdminEndpoint } from './admin-endpoint'

/** Session tokens of members: what a page's own back end asks before it believes one. */
export const adminTokenEndpoints = {
  verifyToken: { method: 'POST', path: '/verify-token' },
} as const satisfies Record<string, AdminEndpoint>
