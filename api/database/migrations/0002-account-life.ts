import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Email codes, with or without a member, and recently replaced email addresses. */
const statements = [
  sql`create table email_codes (
    id text primary key,
    app_id text not null,
    mode text not null,
    email text not null,
    purpose text not null,
    code_digest text not null,
    tries_left integer not null,
    created_at bigint not null,
    expires_at bigint not null,
    unique (app_id, mode, email, purpose)
  )`,
  sql`create index email_codes_expiry on email_codes (expires_at)`,

  sql`create table email_changes (
    id text primary key,
    member_id text not null references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    email text not null,
    link_digest text not null unique,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index email_changes_member on email_changes (member_id)`,
  sql`create index email_changes_address on email_changes (app_id, mode, email)`,
  sql`create index email_changes_expiry on email_changes (expires_at)`,
]

const adds = { tables: ['email_codes', 'email_changes'] } as const satisfies Additions

export const accountLife: Migration = {
  number: 2,
  name: 'account-life',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
