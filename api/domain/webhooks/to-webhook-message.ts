import type { WebhookMessage } from '../../../contract/admin/schemas/webhooks'
import type { WebhookDeliveryRow, WebhookMessageRow, WebhookRepository } from '../../ports/webhook-store'
import { toIso, toIsoOrNull } from '../owner/record-values'

/** A message as its owner reads it, with what became of it. */
export async function toWebhookMessage(
  webhooks: Pick<WebhookRepository, 'listDeliveries'>,
  { id, event, createdAt }: WebhookMessageRow,
): Promise<WebhookMessage> {
  const deliveries = (await webhooks.listDeliveries([id])).map(toDelivery)
  return { id, event, createdAt: toIso(createdAt), deliveries }
}

const toDelivery = (row: WebhookDeliveryRow): WebhookMessage['deliveries'][number] => ({
  id: row.id,
  endpointId: row.endpointId,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: toIsoOrNull(row.status === 'WAITING' ? row.nextAttemptAt : null),
  lastStatusCode: row.lastStatusCode,
  lastError: row.lastError,
  deliveredAt: toIsoOrNull(row.deliveredAt),
})
