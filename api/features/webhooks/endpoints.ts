import { WEBHOOK_ENDPOINTS_MAX, WEBHOOK_SECRET_OVERLAP_HOURS } from '../../../contract/limits'
import type { WebhookEvent } from '../../../contract/webhooks'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../ports/services'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { WebhookEndpointChanges, WebhookEndpointRow, WebhookRepository } from '../../ports/webhook-store'
import { auditEntry } from '../audit/actions'
import type { Owner } from '../audit/actions'
import { readWebhookUrl, webhookHost } from './url'

/** @throws ApiError `webhook-endpoint-not-found` */
async function findEndpoint(
  webhooks: Pick<WebhookRepository, 'findEndpoint'>,
  { appId, mode }: OwnerScope,
  id: string,
): Promise<WebhookEndpointRow> {
  const endpoint = await webhooks.findEndpoint(appId, mode, id)
  if (endpoint === null) throw new ApiError('webhook-endpoint-not-found')
  return endpoint
}

/** The same for one that is enabled. @throws ApiError `webhook-endpoint-not-found`, `webhook-endpoint-disabled` */
export async function findWorkingEndpoint(...of: Parameters<typeof findEndpoint>): Promise<WebhookEndpointRow> {
  const endpoint = await findEndpoint(...of)
  if (endpoint.disabledAt !== null) throw new ApiError('webhook-endpoint-disabled')
  return endpoint
}

type EndpointServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'webhooksToLoopback'>

/**
 * Adds an endpoint, which gets events from now on.
 * @param wanted.events empty: all
 * @returns the endpoint with its secret, which is never shown again
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

interface EndpointChangeRequest {
  url?: string | undefined
  events?: readonly WebhookEvent[] | undefined
  disabled?: boolean | undefined
}

/**
 * Changes an endpoint; absent fields stay. Deliveries to a disabled endpoint wait until it is enabled, and no new ones are
 * queued.
 * @throws ApiError `webhook-endpoint-not-found`, `invalid-webhook-url`; then nothing has changed
 */
export async function changeEndpoint(
  services: EndpointServices,
  owner: Owner,
  id: string,
  request: EndpointChangeRequest,
): Promise<WebhookEndpointRow> {
  const url =
    request.url === undefined ? undefined : readWebhookUrl(request.url, { loopback: services.webhooksToLoopback })
  return services.store.transaction(async ({ webhooks, auditLog }) => {
    const before = await findEndpoint(webhooks, owner, id)
    const changes: WebhookEndpointChanges = {
      ...(url !== undefined && url !== before.url && { url }),
      ...(request.events && request.events.join() !== before.events.join() && { events: request.events }),
      ...(request.disabled !== undefined &&
        request.disabled !== (before.disabledAt !== null) && {
          disabledAt: request.disabled ? services.clock.now() : null,
        }),
    }
    const changed = Object.keys(changes)
    if (changed.length === 0) return before
    await webhooks.updateEndpoint(id, changes)
    const after = { ...before, ...changes }
    const detail = {
      changed: changed.join(', '),
      ...(changes.url !== undefined && { host: webhookHost(after.url) }),
      ...(changes.events && { events: after.events.join(', ') || 'all' }),
      ...(changes.disabledAt !== undefined && { now: after.disabledAt === null ? 'enabled' : 'disabled' }),
    }
    await auditLog.insert(auditEntry(services, owner, { act: 'webhook-endpoint.update', subject: id, detail }))
    return after
  })
}

const OVERLAP_MS = WEBHOOK_SECRET_OVERLAP_HOURS * 60 * 60 * 1000

/**
 * Gives an endpoint a new secret. The previous one signs too for a day, so that a receiver can switch without losing events.
 * @returns the endpoint with its new secret, which is never shown again
 * @throws ApiError `webhook-endpoint-not-found`
 */
export async function rollSecret(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  id: string,
): Promise<WebhookEndpointRow> {
  return services.store.transaction(async ({ webhooks, auditLog }) => {
    const before = await findEndpoint(webhooks, owner, id)
    const changes = {
      secret: services.secrets.webhookSecret(),
      previousSecret: before.secret,
      previousSecretUntil: services.clock.now() + OVERLAP_MS,
    }
    await webhooks.updateEndpoint(id, changes)
    await auditLog.insert(auditEntry(services, owner, { act: 'webhook-endpoint.roll-secret', subject: id }))
    return { ...before, ...changes }
  })
}

/** Removes an endpoint and its deliveries. @throws ApiError `webhook-endpoint-not-found` */
export async function removeEndpoint(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  id: string,
): Promise<void> {
  await services.store.transaction(async ({ webhooks, auditLog }) => {
    const { url } = await findEndpoint(webhooks, owner, id)
    await webhooks.deleteEndpoint(id)
    const detail = { host: webhookHost(url) }
    await auditLog.insert(auditEntry(services, owner, { act: 'webhook-endpoint.delete', subject: id, detail }))
  })
}
