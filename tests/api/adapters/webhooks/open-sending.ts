import { createWebhookSender } from '../../../../api/features/webhooks/sender'
import { createWebhookWorker } from '../../../../api/features/webhooks/worker'
import type { DeliveryOptions } from '../../../../api/features/webhooks/worker'
import { writeMessage } from '../../../../api/features/webhooks/messages'
import type { WebhookEndpointRow } from '../../../../api/ports/webhook-store'
import { aWebhookEndpoint } from '../../../support/a-webhook-endpoint'
import { openShop } from '../../../support/open-shop'
import { startWebhookReceiver } from '../../../support/webhook-receiver'

/** An API with one server of its owner, and messages that are put in line by hand. */
export async function openSending(changes: Partial<WebhookEndpointRow> = {}) {
  const [api, receiver] = [await openShop(), await startWebhookReceiver()]
  const { webhooks } = api.store
  const endpoint = aWebhookEndpoint({ url: receiver.url, createdAt: api.clock.now(), ...changes })
  await webhooks.insertEndpoint(endpoint)
  const worker = (options: Partial<DeliveryOptions> = {}) =>
    createWebhookWorker({ ...api.services, send: createWebhookSender({ loopback: true }), ...options })
  return {
    ...api,
    receiver,
    endpoint,
    worker,
    /** Without the API's own worker being told. */
    put: (endpoints: readonly WebhookEndpointRow[] = [endpoint]) => {
      const message = { appId: 'app_demo', mode: 'test', event: 'member.updated', payload: { id: 'mem_1' } } as const
      return writeMessage(api.store, api.services, message, endpoints)
    },
    /** How the messages stand, oldest first. */
    deliveries: async () => {
      const messages = await webhooks.listMessages('app_demo', 'test', 100, null)
      return webhooks.listDeliveries(messages.map(({ id }) => id))
    },
    current: () => webhooks.findEndpoint('app_demo', 'test', endpoint.id),
    audited: async () =>
      (await api.store.auditLog.list('app_demo', 'test', 10)).map(({ actor, act }) => `${actor}: ${act}`),
  }
}
