import type { AdminEndpoint } from './admin-endpoint'

/** Where events are sent, what was sent, and sending it again. */
export const adminWebhookEndpoints = {} as const satisfies Record<string, AdminEndpoint>
