import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { InboxMessageRow, InboxRepository } from '../../../ports/inbox-store'
import type { Tables } from '../tables'
import { olderThan } from './older-than'

const storedFields = v.record(v.string(), v.string())

export function createInboxRepository(db: Kysely<Tables>): InboxRepository {
  return {
    async insert(message) {
      await db
        .insertInto('inboxMessages')
        .values({ ...message, fields: JSON.stringify(message.fields) })
        .execute()
    },

    async list(appId, mode, limit, before) {
      const rows = await db
        .selectFrom('inboxMessages')
        .selectAll()
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where(olderThan('createdAt', 'id', before))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toMessage)
    },

    async listByEmail(appId, mode, email) {
      const rows = await db
        .selectFrom('inboxMessages')
        .selectAll()
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('email', '=', email)
        .orderBy('createdAt')
        .execute()
      return rows.map(toMessage)
    },
  }
}

function toMessage({
  id,
  appId,
  mode,
  kind,
  email,
  fields,
  createdAt,
}: Selectable<Tables['inboxMessages']>): InboxMessageRow {
  return { id, appId, mode, kind, email, fields: v.parse(storedFields, JSON.parse(fields)), createdAt }
}
