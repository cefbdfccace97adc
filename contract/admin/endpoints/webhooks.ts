import type { AdminEndpoint } from './admin-endpoint'

/** Webhook endpoints, sent messages, and resending them. */
export const adminWebhookEndpoints = {
  listWebhookEndpoints: { method: 'GET', path: '/webhook-endpoints', right: 'audit.read' },
  addWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints', right: 'webhooks.write' },
  changeWebhookEndpoint: { method: 'PATCH', path: '/webhook-endpoints/:endpointId', right: 'webhooks.write' },
  removeWebhookEndpoint: { method: 'DELETE', path: '/webhook-endpoints/:endpointId', right: 'webhooks.write' },
  rollWebhookSecret: { method: 'POST', path: '/webhook-endpoints/:endpointId/roll-secret', right: 'webhooks.write' },
  testWebhookEndpoint: { method: 'POST', path: '/webhook-endpoints/:endpointId/test', right: 'webhooks.write' },
  listWebhookMessages: { method: 'GET', path: '/webhook-messages', right: 'audit.read' },
  retrieveWebhookMessage: { method: 'GET', path: '/webhook-messages/:messageId', right: 'audit.read' },
  replayWebhookMessage: { method: 'POST', path: '/webhook-messages/:messageId/replay', right: 'webhooks.write' },
} as const satisfies Record<string, AdminEndpoint>
