import type { AdminEndpoint } from './admin-endpoint'

/** All members at once. Apart from `/members`, of which an id is the next part of the path. */
export const adminTransferEndpoints = {} as const satisfies Record<string, AdminEndpoint>
