import { removeEndpoint } from '../../../domain/webhooks/remove-endpoint'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Removes an endpoint with what waits for it. @throws ApiError `webhook-endpoint-not-found` */
export const removeWebhookEndpoint: AdminHandler<'removeWebhookEndpoint'> = async (
  services,
  { app, mode, actor },
  { endpointId },
) => {
  await removeEndpoint(services, { appId: app.id, mode, actor }, endpointId)
  return { data: { id: endpointId } }
}
