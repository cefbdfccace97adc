import { addEndpoint } from '../../../domain/webhooks/add-endpoint'
import { toWebhookEndpoint } from '../../../domain/webhooks/to-webhook-endpoint'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Adds a place that is told of events. @throws ApiError as `addEndpoint` does */
export const addWebhookEndpoint: AdminHandler<'addWebhookEndpoint'> = async (services, { app, mode, actor }, input) => {
  const row = await addEndpoint(services, { appId: app.id, mode, actor }, input)
  return { data: { ...toWebhookEndpoint(row, services.clock.now()), secret: row.secret } }
}
