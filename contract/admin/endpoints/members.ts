import type { AdminEndpoint } from './admin-endpoint'

/** Members, by id or by e-mail. */
export const adminMemberEndpoints = {} as const satisfies Record<string, AdminEndpoint>
