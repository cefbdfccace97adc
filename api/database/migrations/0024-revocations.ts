import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/**
 * The status list bit that each `revoke` entry of the log set; filled after the start. The index finds a `revoke` entry by its text:
 * `{"digest":"<64 letters>","type":"revoke","v":1}`.
 */
const statements = [
  sql`create table revocations (
    mode text not null,
    list bigint not null,
    position bigint not null,
    version bigint not null,
    log_index bigint,
    primary key (mode, list, position)
  )`,
  sql`create index log_entries_revocations on log_entries (mode, entry)
    where substr(entry, 78, 15) = '"type":"revoke"'`,
  // Alarms that were already sent to the owner.
  sql`create table proof_alarms (
    subject text primary key,
    at bigint not null
  )`,
]

const adds = {
  tables: ['revocations', 'proof_alarms'],
  indexes: ['log_entries_revocations'],
} as const satisfies Additions

export const revocations: Migration = {
  number: 24,
  name: 'revocations',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
