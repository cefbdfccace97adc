import type { AdminEndpoint } from './admin-endpoint'

/** Data tables and their records, without the tables' access rules. */
export const adminDataTableEndpoints = {} as const satisfies Record<string, AdminEndpoint>
