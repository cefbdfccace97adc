import { changeEndpoint } from '../../../domain/webhooks/change-endpoint'
import { toWebhookEndpoint } from '../../../domain/webhooks/to-webhook-endpoint'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Changes where events go, which, or whether. @throws ApiError as `changeEndpoint` does */
export const changeWebhookEndpoint: AdminHandler<'changeWebhookEndpoint'> = async (
  services,
  { app, mode, actor },
  { endpointId, ...wishes },
) => {
  const row = await changeEndpoint(services, { appId: app.id, mode, actor }, endpointId, wishes)
  return { data: toWebhookEndpoint(row, services.clock.now()) }
}
