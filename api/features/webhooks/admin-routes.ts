import { sizeOf } from '../../../contract/admin/schemas/paging'
import type { WebhookBody } from '../../../contract/webhooks'
import type { AdminHandlers } from '../../ports/admin-handler'
import { ownerOf } from '../audit/actions'
import { ownerRead, readPage } from '../audit/reading'
import { addEndpoint, changeEndpoint, removeEndpoint, rollSecret } from './endpoints'
import { findMessage, replayMessage, testEndpoint } from './messages'
import { toWebhookEndpoint, toWebhookMessage } from './serializers'

/** Endpoints of an owner's server, the messages sent to them, and sending one again. */
export const webhookHandlers = {
  /** Oldest first, without the secrets. */
  async listWebhookEndpoints({ store, clock }, { app, mode }) {
    const rows = await store.webhooks.listEndpoints(app.id, mode)
    return { data: rows.map((row) => toWebhookEndpoint(row, clock.now())) }
  },

  async addWebhookEndpoint(services, context, input) {
    const row = await addEndpoint(services, ownerOf(context), input)
    return { data: { ...toWebhookEndpoint(row, services.clock.now()), secret: row.secret } }
  },

  async changeWebhookEndpoint(services, context, { endpointId, ...changes }) {
    const row = await changeEndpoint(services, ownerOf(context), endpointId, changes)
    return { data: toWebhookEndpoint(row, services.clock.now()) }
  },

  async removeWebhookEndpoint(services, context, { endpointId }) {
    await removeEndpoint(services, ownerOf(context), endpointId)
    return { data: { id: endpointId } }
  },

  async rollWebhookSecret(services, context, { endpointId }) {
    const row = await rollSecret(services, ownerOf(context), endpointId)
    return { data: { ...toWebhookEndpoint(row, services.clock.now()), secret: row.secret } }
  },

  async testWebhookEndpoint(services, context, { endpointId }) {
    const message = await testEndpoint(services, ownerOf(context), endpointId)
    return { data: await toWebhookMessage(services.store.webhooks, message) }
  },

  /** Newest first, without the bodies. */
  async listWebhookMessages({ store }, { app, mode, actor }, { first, limit, after }) {
    const page = { limit: sizeOf({ first, limit }), before: after ?? null }
    const { records, next } = await ownerRead(store, actor, ({ webhooks }) =>
      readPage(page, {
        read: (size, before) => webhooks.listMessages(app.id, mode, size, before),
        placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
        show: (message) => toWebhookMessage(webhooks, message),
      }),
    )
    return { endCursor: next, hasNextPage: next !== null, data: records }
  },

  async retrieveWebhookMessage({ store: { webhooks } }, { app, mode }, { messageId }) {
    const row = await findMessage(webhooks, { appId: app.id, mode }, messageId)
    const body: WebhookBody = JSON.parse(row.body)
    return { data: { ...(await toWebhookMessage(webhooks, row)), body } }
  },

  async replayWebhookMessage(services, context, { messageId, endpointId }) {
    const message = await replayMessage(services, ownerOf(context), messageId, endpointId)
    return { data: await toWebhookMessage(services.store.webhooks, message) }
  },
} satisfies Partial<AdminHandlers>
