import type { Services } from '../../ports/services'
import { auditEntry } from '../owner/owner-act'
import type { Owner } from '../owner/owner-act'
import { findEndpoint } from './find-endpoint'
import { webhookHost } from './webhook-url'

/** Removes an endpoint with what waits for it. @throws ApiError `webhook-endpoint-not-found` */
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
