import { rollSecret } from '../../../domain/webhooks/roll-secret'
import { toWebhookEndpoint } from '../../../domain/webhooks/to-webhook-endpoint'
import type { AdminHandler } from '../../../ports/admin-handler'

/** Gives an endpoint a new secret; the one before signs besides for a day. @throws ApiError `webhook-endpoint-not-found` */
export const rollWebhookSecret: AdminHandler<'rollWebhookSecret'> = async (
  services,
  { app, mode, actor },
  { endpointId },
) => {
  const row = await rollSecret(services, { appId: app.id, mode, actor }, endpointId)
  return { data: { ...toWebhookEndpoint(row, services.clock.now()), secret: row.secret } }
}
