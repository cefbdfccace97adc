import type { Kysely, Selectable } from 'kysely'
import type { OutboxRepository, OutboxRow } from '../../../ports/store'
import type { Tables } from '../../../database/tables'
import { isDue, skipLocked } from '../../../database/sql'
import { toMail, toMailColumns } from './mail-columns'

/** Retries wait for an hour at most. */
const PAUSE_MAX_MS = 2 * 60 * 60 * 1000

export function createOutboxRepository(db: Kysely<Tables>): OutboxRepository {
  return {
    async insert(mail) {
      const { appId, mode, attempts, nextAttemptAt, createdAt } = mail
      const row = { ...toMailColumns(mail), appId, mode, attempts, nextAttemptAt, createdAt, lastError: null }
      await db.insertInto('outbox').values(row).execute()
    },

    // What is due is looked for once: an engine that did so for each row would claim more than the limit.
    async claimDue(now, claimUntil, limit) {
      const due = db
        .selectFrom('outbox')
        .select('id')
        .where(isDue(now, PAUSE_MAX_MS))
        .orderBy('nextAttemptAt')
        .limit(limit)
        .$call(skipLocked(db))
      const rows = await db
        .with(
          (cte) => cte('due').materialized(),
          () => due,
        )
        .updateTable('outbox')
        .set({ nextAttemptAt: claimUntil })
        .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
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
