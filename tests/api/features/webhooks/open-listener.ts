import * as v from 'valibot'
import type { WebhookEvent } from '../../../../contract/webhooks'
import { openShop } from '../../../support/open-shop'
import { aWebhookEndpoint } from '../../../support/a-webhook-endpoint'
import { startWebhookReceiver } from '../../../support/webhook-receiver'
import type { ReceivedWebhook } from '../../../support/webhook-receiver'

/** The whole API, and an owner's server that gets its events. @param events default: all */
export async function openListener({ events = [] }: { events?: WebhookEvent[] } = {}) {
  const receiver = await startWebhookReceiver()
  const shop = await openShop()
  await shop.store.webhooks.insertEndpoint(aWebhookEndpoint({ url: receiver.url, events }))
  let seen = 0
  const written = () =>
    v.parse(v.array(v.object({ id: v.string() })), shop.dumpDatabase()['webhook_messages']).map(({ id }) => id)
  /** The names and payloads of events since the last call, after all deliveries. */
  const arrived = async () => {
    await shop.webhooks.drain()
    const fresh = receiver.received.slice(seen)
    seen = receiver.received.length
    // Two are sent at a time: sorts them by the order of writing.
    const place = ({ headers }: ReceivedWebhook) => written().indexOf(String(headers['svix-id']))
    return fresh.toSorted((one, other) => place(one) - place(other)).map(({ body }) => body)
  }
  const names = async () => (await arrived()).map(({ event }) => event)
  return { ...shop, receiver, arrived, names }
}
