import type { WebhookEndpoint, WebhookMessage } from '../../../contract/admin/schemas/webhooks'
import type {
  WebhookDeliveryRow,
  WebhookEndpointRow,
  WebhookMessageRow,
  WebhookRepository,
} from '../../ports/webhook-store'
import { toIso, toIsoOrNull } from '../../lib/clock'

/** An endpoint without its secret, which is shown only when it is made or rolled. */
export const toWebhookEndpoint = (row: WebhookEndpointRow, now: number): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  events: [...row.events],
  disabledAt: toIsoOrNull(row.disabledAt),
  previousSecretUntil: toIsoOrNull((row.previousSecretUntil ?? 0) > now ? row.previousSecretUntil : null),
  createdAt: toIso(row.createdAt),
})

/** A message with its deliveries, without its body. */
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
