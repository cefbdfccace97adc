import type { WebhookEvent } from '../../../contract/webhooks'
import type { WebhookEndpointChanges, WebhookEndpointRow } from '../../ports/webhook-store'
import { auditEntry } from '../owner/owner-act'
import type { Owner } from '../owner/owner-act'
import type { EndpointServices } from './add-endpoint'
import { findEndpoint } from './find-endpoint'
import { readWebhookUrl, webhookHost } from './webhook-url'

/** What is not named stays. */
export interface EndpointWishes {
  url?: string | undefined
  events?: readonly WebhookEvent[] | undefined
  disabled?: boolean | undefined
}

/**
 * Changes where events go, which, or whether. What waits for a disabled endpoint waits until it is enabled; meanwhile nothing
 * is put in line for it.
 * @throws ApiError `webhook-endpoint-not-found`, `invalid-webhook-url`; then nothing has changed
 */
export async function changeEndpoint(
  services: EndpointServices,
  owner: Owner,
  id: string,
  wishes: EndpointWishes,
): Promise<WebhookEndpointRow> {
  const url =
    wishes.url === undefined ? undefined : readWebhookUrl(wishes.url, { loopback: services.webhooksToLoopback })
  return services.store.transaction(async ({ webhooks, auditLog }) => {
    const before = await findEndpoint(webhooks, owner, id)
    const changes: WebhookEndpointChanges = {
      ...(url !== undefined && url !== before.url && { url }),
      ...(wishes.events && wishes.events.join() !== before.events.join() && { events: wishes.events }),
      ...(wishes.disabled !== undefined &&
        wishes.disabled !== (before.disabledAt !== null) && {
          disabledAt: wishes.disabled ? services.clock.now() : null,
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
