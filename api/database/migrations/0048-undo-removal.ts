import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

const statements = [
  sql`alter table member_notes add column removed_at bigint`,
  // Out of the tables that members' reads go through: what is removed can't be served by mistake.
  sql`create table removed_contents (
    app_id text not null references apps (id) on delete cascade,
    content_id text not null,
    source text not null,
    number bigint not null,
    row text not null,
    removed_at bigint not null,
    primary key (app_id, content_id, source, number)
  )`,
  sql`create index removed_contents_at on removed_contents (removed_at)`,
  sql`create index member_notes_removed on member_notes (removed_at) where removed_at is not null`,
]

const adds = {
  tables: ['removed_contents'],
  columns: [['member_notes', 'removed_at']],
  indexes: ['removed_contents_at', 'member_notes_removed'],
} as const satisfies Additions

/** Removed notes and hosted content that can come back for some seconds. */
export const undoRemoval: Migration = {
  number: 48,
  name: 'undo-removal',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
