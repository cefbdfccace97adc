import { callAdmin } from './admin-calls'
import type { Makers } from './access-world'
import * as v from 'valibot'

const made = v.object({ data: v.object({ id: v.string() }) })
const withSecret = v.object({ data: v.object({ id: v.string(), secret: v.string() }) })

/** A webhook of app_demo and a message to it, made by its key. Nothing is sent. */
export async function makeAdminThings({ api, canaries }: Makers, key: string) {
  await api.webhooks.stop(0)
  const url = `https://hooks.example.test/${canaries.mark('hooks', 'url')}`
  const endpoint = v.parse(withSecret, (await callAdmin(api, key, 'addWebhookEndpoint', { url })).body).data
  canaries.add('hooks', 'webhook-secret', endpoint.secret)
  const message = await callAdmin(api, key, 'testWebhookEndpoint', { endpointId: endpoint.id })
  return { endpointId: endpoint.id, messageId: v.parse(made, message.body).data.id }
}
