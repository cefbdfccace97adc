import type { Kysely, Selectable } from 'kysely'
import type { OutboxRepository, OutboxRow } from '../../../ports/store'
import type { Tables } from '../tables'
import { toMail, toMailColumns } from './mail-columns'

export function createOutboxRepository(db: Kysely<Tables>): OutboxRepository {
  return {
    async insert(mail) {
      const { appId, mode, attempts, nextAttemptAt, createdAt } = mail
      const row = { ...toMailColumns(mail), appId, mode, attempts, nextAttemptAt, createdAt, lastError: null }
      await db.insertInto('outbox').values(row).execute()
    },

    // The time is compared twice: a second claimer that waited for the first re-reads the outer condition only.
    async claimDue(now, claimUntil, limit) {
      const due = db
        .selectFrom('outbox')
        .select('id')
        .where('nextAttemptAt', '<=', now)
        .orderBy('nextAttemptAt')
        .limit(limit)
      const rows = await db
        .updateTable('outbox')
        .set({ nextAttemptAt: claimUntil })
        .where('id', 'in', due)
        .where('nextAttemptAt', '<=', now)
        .returningAll()
        .execute()
      return rows.toSorted((a, b) => a.createdAt - b.createdAt).map(toOutboxRow)
    },

    async delete(id) {
      await db.deleteFrom('outbox').where('id', '=', id).execute()
    },

    async reschedule(id, attempts, nextAttemptAt, lastError) {
      await db.updateTable('outbox').set({ attempts, nextAttemptAt, lastError }).where('id', '=', id).execute()
    },
  }
}

function toOutboxRow(row: Selectable<Tables['outbox']>): OutboxRow {
  const { appId, mode, attempts, nextAttemptAt, createdAt } = row
  return { ...toMail(row), appId, mode, attempts, nextAttemptAt, createdAt }
}
