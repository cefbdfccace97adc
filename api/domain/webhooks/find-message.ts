import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { WebhookMessageRow, WebhookRepository } from '../../ports/webhook-store'
import { ApiError } from '../../lib/errors'

/** A message of an app and mode. @throws ApiError `webhook-message-not-found` */
export async function findMessage(
  webhooks: Pick<WebhookRepository, 'findMessage'>,
  { appId, mode }: OwnerScope,
  id: string,
): Promise<WebhookMessageRow> {
  const message = await webhooks.findMessage(appId, mode, id)
  if (message === null) throw new ApiError('webhook-message-not-found')
  return message
}
