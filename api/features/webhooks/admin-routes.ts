import { sizeOf } from '../../../contract/admin/schemas/paging'
import type { WebhookBody } from '../../../contract/webhooks'
import type { AdminHandlers } from '../apps/secret-keys'
import { ownerOf } from '../audit/actions'
import { ownerRead, readPage } from '../audit/reading'
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  rollSecret,
  toWebhookEndpoint,
  toWebhookMessage,
} from './endpoints'
import { findMessage, replayMessage, testEndpoint } from './messages'
import { listWebhookEndpoints, listWebhookMessages } from './repository'

export const webhookHandlers = {
  /** Oldest first, without the secrets. */
  async listWebhookEndpoints({ store, clock }, { app, mode }) {
    const rows = await listWebhookEndpoints(store, app.id, mode)
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
    return { data: await toWebhookMessage(services.store, message) }
  },

  /** Newest first, without the bodies. */
  async listWebhookMessages({ store }, { app, mode, keyId }, { first, limit, after }) {
    const page = { limit: sizeOf({ first, limit }), before: after ?? null }
    const { records, next } = await ownerRead(store, keyId, (db) =>
      readPage(page, {
        read: (size, before) => listWebhookMessages(db, { appId: app.id, mode }, size, before),
        placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
        show: (message) => toWebhookMessage(db, message),
      }),
    )
    return { endCursor: next, hasNextPage: next !== null, data: records }
  },

  async retrieveWebhookMessage({ store }, { app, mode }, { messageId }) {
    const row = await findMessage(store, { appId: app.id, mode }, messageId)
    const body: WebhookBody = JSON.parse(row.body)
    return { data: { ...(await toWebhookMessage(store, row)), body } }
  },

  async replayWebhookMessage(services, context, { messageId, endpointId }) {
    const message = await replayMessage(services, ownerOf(context), messageId, endpointId)
    return { data: await toWebhookMessage(services.store, message) }
  },
} satisfies Partial<AdminHandlers>
