import type { AdminEndpoint } from './admin-endpoint'

/** Where events are sent, what was sent, and sending it again. */
export const adminWebhookEndpoints = {
  listWebhookEndpoints: { method: 'GET', path: '/webhook-endpoints' },
  addWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints' },
  changeWebhookEndpoint: { method: 'PATCH', path: '/webhook-endpoints/:endpointId' },
  removeWebhookEndpoint: { method: 'DELETE', path: '/webhook-endpoints/:endpointId' },
  rollWebhookSecret: { method: 'POST', path: '/webhook-endpoints/:endpointId/roll-secret' },
  testWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints/:endpointId/test' },
  listWebhookMessages: { method: 'GET', path: '/webhook-messages' },
  retrieveWebhookMessage: { method: 'GET', path: '/webhook-messages/:messageId' },
  replayWebhookMessage: { method: 'POST', path: '/webhook-messages/:messageId/replay' },
} as const satisfies Record<string, AdminEndpoint>
