import { toWebhookEndpoint } from '../../../domain/webhooks/to-webhook-endpoint'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Where events are sent, oldest first, without the secrets. */
export const listWebhookEndpoints: AdminHandler<'listWebhookEndpoints'> = async ({ store, clock }, { app, mode }) => {
  const rows = await store.webhooks.listEndpoints(app.id, mode)
  return { data: rows.map((row) => toWebhookEndpoint(row, clock.now())) }
}
