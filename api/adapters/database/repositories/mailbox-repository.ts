import type { Kysely, Selectable } from 'kysely'
import type { MailboxMessage, MailboxRepository } from '../../../ports/store'
import type { Tables } from '../../../database/tables'
import { toMail, toMailColumns } from './mail-columns'

const LISTED_MAILS_MAX = 200

export function createMailboxRepository(db: Kysely<Tables>): MailboxRepository {
  return {
    // A mail that is delivered again, after a claim ran out, is still one mail.
    async insert(mail, sentAt) {
      await db
        .insertInto('mailbox')
        .values({ ...toMailColumns(mail), sentAt })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },

    async list(to) {
      if (to?.includes('\u0000')) return []
      const rows = await db
        .selectFrom('mailbox')
        .selectAll()
        .$if(to !== undefined, (query) =>
          query.where(({ eb, fn }) => eb(fn<string>('lower', ['recipient']), '=', (to ?? '').toLowerCase())),
        )
        .orderBy('sentAt', 'desc')
        .orderBy('id', 'desc')
        .limit(LISTED_MAILS_MAX)
        .execute()
      return rows.map(toMessage)
    },

    async find(id) {
      if (id.includes('\u0000')) return null
      const row = await db.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toMessage(row) : null
    },
  }
}

function toMessage(row: Selectable<Tables['mailbox']>): MailboxMessage {
  return { ...toMail(row), sentAt: new Date(row.sentAt).toISOString() }
}
