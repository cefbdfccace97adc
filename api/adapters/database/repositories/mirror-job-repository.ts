import type { Kysely, Selectable } from 'kysely'
import type { MirrorJobRepository, MirrorJobRow } from '../../../ports/trusttag/audit-store'
import type { Tables } from '../../../database/tables'
import { isDue, skipLocked } from '../../../database/sql'

/** Retries wait for an hour at most. */
const PAUSE_MAX_MS = 2 * 60 * 60 * 1000

export function createMirrorJobRepository(db: Kysely<Tables>): MirrorJobRepository {
  return {
    async insert(job) {
      await db
        .insertInto('mirrorJobs')
        .values({ ...job, lastError: null })
        .execute()
    },

    // What is due is looked for once: an engine that did so for each row would claim more than the limit.
    async claimDue(now, claimUntil, limit) {
      const due = db
        .selectFrom('mirrorJobs')
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
        .updateTable('mirrorJobs')
        .set({ nextAttemptAt: claimUntil })
        .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
        .returningAll()
        .execute()
      return rows.toSorted((a, b) => a.createdAt - b.createdAt).map(toJob)
    },

    async delete(id) {
      await db.deleteFrom('mirrorJobs').where('id', '=', id).execute()
    },

    async reschedule(id, attempts, nextAttemptAt, lastError) {
      await db.updateTable('mirrorJobs').set({ attempts, nextAttemptAt, lastError }).where('id', '=', id).execute()
    },

    async summarise() {
      const jobs = db.selectFrom('mirrorJobs')
      const { waiting } = await jobs.select(({ fn }) => fn.countAll<number>().as('waiting')).executeTakeFirstOrThrow()
      const failed = await jobs.select('lastError').where('lastError', '!=', '').orderBy('createdAt').executeTakeFirst()
      return { waiting, lastError: failed?.lastError ?? null }
    },
  }
}

function toJob(row: Selectable<Tables['mirrorJobs']>): MirrorJobRow {
  const { id, appId, mode, kind, recordId, attempts, nextAttemptAt, createdAt } = row
  return { id, appId, mode, kind, recordId, attempts, nextAttemptAt, createdAt }
}
