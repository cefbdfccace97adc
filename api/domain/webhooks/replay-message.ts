import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { WebhookEndpointRow, WebhookMessageRow } from '../../ports/webhook-store'
import { auditEntry } from '../owner/owner-act'
import type { Owner } from '../owner/owner-act'
import { findMessage } from './find-message'
import { findWorkingEndpoint } from './find-endpoint'
import { newDelivery, wants } from './write-messages'

/**
 * Sends a message again, under the same id: a receiver that has it can tell.
 * @param endpointId to whom; not named: to every endpoint that takes such events
 * @throws ApiError `webhook-message-not-found`, `webhook-endpoint-not-found`, `webhook-endpoint-disabled`
 */
export async function replayMessage(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  id: string,
  endpointId?: string,
): Promise<WebhookMessageRow> {
  return services.store.transaction(async (repositories) => {
    const message = await findMessage(repositories.webhooks, owner, id)
    const endpoints = await receivers(repositories, owner, message, endpointId)
    await putInLine(repositories, services, message, endpoints)
    const detail = { endpoints: endpoints.map((endpoint) => endpoint.id).join(', ') || 'none' }
    await repositories.auditLog.insert(
      auditEntry(services, owner, { act: 'webhook-message.replay', subject: id, detail }),
    )
    return message
  })
}

async function receivers(
  { webhooks }: Repositories,
  owner: Owner,
  { event, id }: WebhookMessageRow,
  endpointId: string | undefined,
): Promise<WebhookEndpointRow[]> {
  if (endpointId !== undefined) return [await findWorkingEndpoint(webhooks, owner, endpointId)]
  const all = await webhooks.listEndpoints(owner.appId, owner.mode)
  if (event !== 'webhook.test') return all.filter((endpoint) => wants(endpoint, event))
  // A test was for one.
  const tested = new Set((await webhooks.listDeliveries([id])).map((delivery) => delivery.endpointId))
  return all.filter((endpoint) => tested.has(endpoint.id) && wants(endpoint, event))
}

/** Whoever waits for it anyway gets it now, and once. */
async function putInLine(
  { webhooks }: Repositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  { id }: WebhookMessageRow,
  endpoints: readonly WebhookEndpointRow[],
): Promise<void> {
  const deliveries = await webhooks.listDeliveries([id])
  for (const endpoint of endpoints) {
    const waiting = deliveries.find(({ endpointId, status }) => endpointId === endpoint.id && status === 'WAITING')
    if (waiting) await webhooks.updateDelivery(waiting.id, { nextAttemptAt: services.clock.now() })
    else await webhooks.insertDelivery(newDelivery(services, id, endpoint.id))
  }
}
