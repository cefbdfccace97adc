import type { Services } from '../../ports/services'
import type { WebhookMessageRow } from '../../ports/webhook-store'
import { WEBHOOK_TEST_EVENT } from '../../../contract/webhooks'
import { auditEntry } from '../owner/owner-act'
import type { Owner } from '../owner/owner-act'
import { findWorkingEndpoint } from './find-endpoint'
import { writeMessage } from './write-messages'

/**
 * Puts a test in line for one endpoint, whatever events it takes. What became of it is read as of any message.
 * @throws ApiError `webhook-endpoint-not-found`, `webhook-endpoint-disabled`
 */
export async function testEndpoint(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  id: string,
): Promise<WebhookMessageRow> {
  return services.store.transaction(async (repositories) => {
    const endpoint = await findWorkingEndpoint(repositories.webhooks, owner, id)
    const { appId, mode } = owner
    const message = { appId, mode, event: WEBHOOK_TEST_EVENT, payload: { endpointId: id } } as const
    const written = await writeMessage(repositories, services, message, [endpoint])
    const detail = { message: written.id }
    await repositories.auditLog.insert(
      auditEntry(services, owner, { act: 'webhook-endpoint.test', subject: id, detail }),
    )
    return written
  })
}
