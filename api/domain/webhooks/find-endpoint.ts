import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { WebhookEndpointRow, WebhookRepository } from '../../ports/webhook-store'
import { ApiError } from '../../lib/errors'

/** An endpoint of an app and mode. @throws ApiError `webhook-endpoint-not-found` */
export async function findEndpoint(
  webhooks: Pick<WebhookRepository, 'findEndpoint'>,
  { appId, mode }: OwnerScope,
  id: string,
): Promise<WebhookEndpointRow> {
  const endpoint = await webhooks.findEndpoint(appId, mode, id)
  if (endpoint === null) throw new ApiError('webhook-endpoint-not-found')
  return endpoint
}

/** One that works. @throws ApiError `webhook-endpoint-not-found`, `webhook-endpoint-disabled` */
export async function findWorkingEndpoint(...of: Parameters<typeof findEndpoint>): Promise<WebhookEndpointRow> {
  const endpoint = await findEndpoint(...of)
  if (endpoint.disabledAt !== null) throw new ApiError('webhook-endpoint-disabled')
  return endpoint
}
