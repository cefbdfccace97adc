import type { WebhookBody } from '../../../../contract/webhooks'
import { findMessage } from '../../../domain/webhooks/find-message'
import { toWebhookMessage } from '../../../domain/webhooks/to-webhook-message'
import type { AdminHandler } from '../../../ports/admin-handler'

/** One message with its body, and what became of it. @throws ApiError `webhook-message-not-found` */
export const retrieveWebhookMessage: AdminHandler<'retrieveWebhookMessage'> = async (
  { store: { webhooks } },
  { app, mode },
  { messageId },
) => {
  const row = await findMessage(webhooks, { appId: app.id, mode }, messageId)
  const body: WebhookBody = JSON.parse(row.body)
  return { data: { ...(await toWebhookMessage(webhooks, row)), body } }
}
