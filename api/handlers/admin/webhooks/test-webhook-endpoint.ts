import { testEndpoint } from '../../../domain/webhooks/test-endpoint'
import { toWebhookMessage } from '../../../domain/webhooks/to-webhook-message'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Puts a test in line. Its message tells later what became of it. @throws ApiError as `testEndpoint` does */
export const testWebhookEndpoint: AdminHandler<'testWebhookEndpoint'> = async (
  services,
  { app, mode, actor },
  { endpointId },
) => {
  const message = await testEndpoint(services, { appId: app.id, mode, actor }, endpointId)
  return { data: await toWebhookMessage(services.store.webhooks, message) }
}
