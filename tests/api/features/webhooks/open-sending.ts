import { createWebhookSender } from '../../../../api/features/webhooks/delivery'
import { createWebhookWorker } from '../../../../api/features/webhooks/worker'
import type { DeliveryOptions } from '../../../../api/features/webhooks/worker'
import { writeMessage } from '../../../../api/features/webhooks/messages'
import { aWebhookEndpoint } from '../../../support/a-webhook-endpoint'
import { openShop } from '../../../support/open-shop'
import { startWebhookReceiver } from '../../../support/webhook-receiver'
import type { WebhookEndpointRow } from '../../../../api/features/webhooks/repository'

/** An API with one endpoint, and messages that the test queues. */
export async function openSending(changes: Partial<WebhookEndpointRow> = {}) {
  const [api, receiver] = [await openShop(), await startWebhookReceiver()]
  const { webhooks } = api.store
  const endpoint = aWebhookEndpoint({ url: receiver.url, createdAt: api.clock.now(), ...changes })
  await webhooks.insertEndpoint(endpoint)
  const worker = (options: Partial<DeliveryOptions> = {}) =>
    createWebhookWorker({
      ...api.services,
      cipher: api.services.webhookCipher,
      send: createWebhookSender({ loopback: true }),
      ...options,
    })
  return {
    ...api,
    receiver,
    endpoint,
    worker,
    /** Does not wake the API's own worker. */
    put: (endpoints: readonly WebhookEndpointRow[] = [endpoint]) => {
      const message = { appId: 'app_demo', mode: 'test', event: 'member.updated', payload: { id: 'mem_1' } } as const
      const untold = { deliveryQueued: () => {} }
      return api.store.transaction((tx) =>
        writeMessage({ ...tx, changes: { ...tx.changes, ...untold } }, api.services, message, endpoints),
      )
    },
    /** The states of the messages, oldest first. */
    deliveries: async () => {
      const messages = await webhooks.listMessages('app_demo', 'test', 100, null)
      return webhooks.listDeliveries(messages.map(({ id }) => id))
    },
    current: () => webhooks.findEndpoint('app_demo', 'test', endpoint.id),
    audited: async () =>
      (await api.store.auditLog.list('app_demo', 'test', 10)).map(({ actor, act }) => `${actor}: ${act}`),
  }
}
