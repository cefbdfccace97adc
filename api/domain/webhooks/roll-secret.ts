import { WEBHOOK_SECRET_OVERLAP_HOURS } from '../../../contract/limits'
import type { Services } from '../../ports/services'
import type { WebhookEndpointRow } from '../../ports/webhook-store'
import { auditEntry } from '../owner/owner-act'
import type { Owner } from '../owner/owner-act'
import { findEndpoint } from './find-endpoint'

const OVERLAP_MS = WEBHOOK_SECRET_OVERLAP_HOURS * 60 * 60 * 1000

/**
 * Gives an endpoint a new secret. The one before signs besides for a day, so that a receiver can go over to the new one
 * without losing an event; the one before that no more.
 * @returns the endpoint with its new secret, which nobody is shown again
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
