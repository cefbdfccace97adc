import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Owner links and sessions, and indexes for the owner's lists of members and attempts. */
const statements = [
  ...['owner_links', 'owner_sessions'].map(
    (table) => sql`create table ${sql.table(table)} (
    token_digest text primary key,
    app_id text not null,
    mode text not null,
    expires_at bigint not null
  )`,
  ),
  sql`create index members_newest on members (app_id, mode, created_at)`,
  sql`create index assessment_attempts_newest on assessment_attempts (app_id, mode, started_at)`,
]

const adds = {
  tables: ['owner_links', 'owner_sessions'],
  indexes: ['members_newest', 'assessment_attempts_newest'],
} as const satisfies Additions

export const ownerAccess: Migration = {
  number: 12,
  name: 'owner-access',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
