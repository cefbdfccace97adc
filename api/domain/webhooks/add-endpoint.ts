import { WEBHOOK_ENDPOINTS_MAX } from '../../../contract/limits'
import type { WebhookEvent } from '../../../contract/webhooks'
import type { Services } from '../../ports/services'
import type { WebhookEndpointRow } from '../../ports/webhook-store'
import { ApiError } from '../../lib/errors'
import { auditEntry } from '../owner/owner-act'
import type { Owner } from '../owner/owner-act'
import { readWebhookUrl, webhookHost } from './webhook-url'

export type EndpointServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'webhooksToLoopback'>

/**
 * Adds a place that is told of events from now on.
 * @param wanted.events none named: all
 * @returns the endpoint with its secret, which nobody is shown again
 * @throws ApiError `invalid-webhook-url`, `too-many-webhook-endpoints`
 */
export async function addEndpoint(
  services: EndpointServices,
  owner: Owner,
  wanted: { url: string; events: readonly WebhookEvent[] },
): Promise<WebhookEndpointRow> {
  const { appId, mode } = owner
  const url = readWebhookUrl(wanted.url, { loopback: services.webhooksToLoopback })
  const endpoint: WebhookEndpointRow = {
    id: services.secrets.id('whe'),
    appId,
    mode,
    url,
    secret: services.secrets.webhookSecret(),
    previousSecret: null,
    previousSecretUntil: null,
    events: wanted.events,
    disabledAt: null,
    createdAt: services.clock.now(),
  }
  await services.store.transaction(async ({ apps, webhooks, auditLog }) => {
    await apps.lock(appId)
    if ((await webhooks.listEndpoints(appId, mode)).length >= WEBHOOK_ENDPOINTS_MAX)
      throw new ApiError('too-many-webhook-endpoints')
    await webhooks.insertEndpoint(endpoint)
    const detail = { host: webhookHost(url), events: wanted.events.join(', ') || 'all' }
    await auditLog.insert(auditEntry(services, owner, { act: 'webhook-endpoint.create', subject: endpoint.id, detail }))
  })
  return endpoint
}
