import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import { webhookEventNames } from '../../../../contract/webhooks'
import type { WebhookEndpointRow, WebhookRepository } from '../../../ports/webhook-store'
import type { Tables } from '../../../database/tables'
import { claimDueDeliveries, findFailingSince } from './webhook-deliveries'
import { createWebhookMessages } from './webhook-messages'

export function createWebhookRepository(db: Kysely<Tables>): WebhookRepository {
  const ofApp = (appId: string, mode: WebhookEndpointRow['mode']) =>
    db.selectFrom('webhookEndpoints').selectAll().where('appId', '=', appId).where('mode', '=', mode)
  return {
    async hasEndpoints() {
      const found = await db
        .selectFrom('webhookEndpoints')
        .select('id')
        .where('disabledAt', 'is', null)
        .limit(1)
        .execute()
      return found.length > 0
    },

    async insertEndpoint({ events, ...row }) {
      await db
        .insertInto('webhookEndpoints')
        .values({ ...row, events: JSON.stringify(events) })
        .execute()
    },

    async listEndpoints(appId, mode) {
      const rows = await ofApp(appId, mode).orderBy('createdAt').orderBy('id').execute()
      return rows.map(toEndpoint)
    },

    async findEndpoint(appId, mode, id) {
      const row = await ofApp(appId, mode).where('id', '=', id).executeTakeFirst()
      return row ? toEndpoint(row) : null
    },

    async updateEndpoint(id, { events, ...changes }) {
      const columns = { ...changes, ...(events && { events: JSON.stringify(events) }) }
      if (Object.keys(columns).length > 0)
        await db.updateTable('webhookEndpoints').set(columns).where('id', '=', id).execute()
    },

    async deleteEndpoint(id) {
      await db.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
    },

    ...createWebhookMessages(db),

    claimDue: (now, claimUntil, limit, except = []) =>
      claimDueDeliveries(db, { now, claimUntil, limit, except }, toEndpoint),

    failingSince: (endpointId) => findFailingSince(db, endpointId),

    async updateDelivery(id, changes) {
      await db.updateTable('webhookDeliveries').set(changes).where('id', '=', id).execute()
    },
  }
}

const storedEvents = v.array(v.picklist(webhookEventNames))

const toEndpoint = (row: Selectable<Tables['webhookEndpoints']>): WebhookEndpointRow => ({
  ...row,
  events: v.parse(storedEvents, JSON.parse(row.events)),
})
