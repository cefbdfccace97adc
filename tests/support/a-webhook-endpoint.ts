import type { WebhookEndpointRow } from '../../api/features/webhooks/repository'

/** An endpoint as stored. */
export const aWebhookEndpoint = (changes: Partial<WebhookEndpointRow> = {}): WebhookEndpointRow => ({
  id: 'whe_one',
  appId: 'app_demo',
  mode: 'test',
  url: 'http://127.0.0.1:9/hooks',
  secret: 'whsec_c2VjcmV0LW9mLXRoZS1vbmUtZW5kcG9pbnQ=',
  previousSecret: null,
  previousSecretUntil: null,
  events: [],
  disabledAt: null,
  createdAt: 1,
  ...changes,
})
