import type { WebhookEndpoint } from '../../../contract/admin/schemas/webhooks'
import type { WebhookEndpointRow } from '../../ports/webhook-store'
import { toIso, toIsoOrNull } from '../owner/record-values'

/** An endpoint as its owner reads it: without the secret. */
export const toWebhookEndpoint = (row: WebhookEndpointRow, now: number): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  events: [...row.events],
  disabledAt: toIsoOrNull(row.disabledAt),
  previousSecretUntil: toIsoOrNull((row.previousSecretUntil ?? 0) > now ? row.previousSecretUntil : null),
  createdAt: toIso(row.createdAt),
})
