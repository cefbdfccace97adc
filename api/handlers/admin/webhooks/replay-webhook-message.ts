import { replayMessage } from '../../../domain/webhooks/replay-message'
import { toWebhookMessage } from '../../../domain/webhooks/to-webhook-message'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Sends a message again, to one endpoint or to all that take it. @throws ApiError as `replayMessage` does */
export const replayWebhookMessage: AdminHandler<'replayWebhookMessage'> = async (
  services,
  { app, mode, actor },
  { messageId, endpointId },
) => {
  const message = await replayMessage(services, { appId: app.id, mode, actor }, messageId, endpointId)
  return { data: await toWebhookMessage(services.store.webhooks, message) }
}
