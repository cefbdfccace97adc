import { addWebhookEndpoint } from './add-webhook-endpoint'
import { changeWebhookEndpoint } from './change-webhook-endpoint'
import { listWebhookEndpoints } from './list-webhook-endpoints'
import { listWebhookMessages } from './list-webhook-messages'
import { removeWebhookEndpoint } from './remove-webhook-endpoint'
import { replayWebhookMessage } from './replay-webhook-message'
import { retrieveWebhookMessage } from './retrieve-webhook-message'
import { rollWebhookSecret } from './roll-webhook-secret'
import { testWebhookEndpoint } from './test-webhook-endpoint'

/** Where events are sent, what was sent, and sending it again. */
export const webhookHandlers = {
  listWebhookEndpoints,
  addWebhookEndpoint,
  changeWebhookEndpoint,
  removeWebhookEndpoint,
  rollWebhookSecret,
  testWebhookEndpoint,
  listWebhookMessages,
  retrieveWebhookMessage,
  replayWebhookMessage,
}
