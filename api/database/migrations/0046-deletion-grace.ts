import { sql } from 'kysely'
import { dropAdditions } from './migration'
import type { Additions, Migration } from './migration'

const adds = {
  tables: ['planned_deletions'],
  columns: [],
  indexes: ['planned_deletions_due'],
} as const satisfies Additions

/** A member who asked for the deletion can still come back: a login removes the row. */
export const deletionGrace: Migration = {
  number: 46,
  name: 'deletion-grace',
  adds,
  up: async (transaction) => {
    await sql`create table planned_deletions (
      member_id text primary key references members (id) on delete cascade,
      due_at bigint not null
    )`.execute(transaction)
    await sql`create index planned_deletions_due on planned_deletions (due_at)`.execute(transaction)
  },
  down: dropAdditions(adds),
}
