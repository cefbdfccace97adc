import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Deleted with the member. The index is the owner's list order. */
const statements = [
  sql`create table signup_records (
    id text primary key,
    app_id text not null,
    mode text not null,
    member_id text not null unique references members (id) on delete cascade,
    email text not null,
    custom_fields text not null,
    created_at bigint not null
  )`,
  sql`create index signup_records_newest on signup_records (app_id, mode, created_at, id)`,
]

const adds = { tables: ['signup_records'] } as const satisfies Additions

export const signupRecords: Migration = {
  number: 10,
  name: 'signup-records',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
