import type { Kysely } from 'kysely'
import type { WebhookRepository } from '../../../ports/webhook-store'
import type { Tables } from '../../../database/tables'
import { olderThan } from '../../../database/sql'

type Messages = Pick<
  WebhookRepository,
  'insertMessage' | 'insertDelivery' | 'listMessages' | 'findMessage' | 'listDeliveries' | 'deleteMessagesBefore'
>

/** What happened, and what became of it on its ways. */
export function createWebhookMessages(db: Kysely<Tables>): Messages {
  return {
    async insertMessage(row) {
      await db.insertInto('webhookMessages').values(row).execute()
    },

    async insertDelivery(row) {
      await db.insertInto('webhookDeliveries').values(row).execute()
    },

    listMessages: (appId, mode, limit, before) =>
      db
        .selectFrom('webhookMessages')
        .selectAll()
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where(olderThan('createdAt', 'id', before))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    async findMessage(appId, mode, id) {
      const row = await db
        .selectFrom('webhookMessages')
        .selectAll()
        .where('id', '=', id)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .executeTakeFirst()
      return row ?? null
    },

    async listDeliveries(messageIds) {
      if (messageIds.length === 0) return []
      return db.selectFrom('webhookDeliveries').selectAll().where('messageId', 'in', messageIds).orderBy('id').execute()
    },

    async deleteMessagesBefore(createdBefore) {
      await db.deleteFrom('webhookMessages').where('createdAt', '<', createdBefore).execute()
    },
  }
}
