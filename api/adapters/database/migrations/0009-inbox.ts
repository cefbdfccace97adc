import { sql } from 'kysely'
import type { Migration } from './migration'

/** Messages to owners, and the address that answers to a mail go to where it is not the sender's. */
const statements = [
  sql`create table inbox_messages (
    id text primary key,
    app_id text not null,
    mode text not null,
    kind text not null,
    email text not null,
    fields text not null,
    created_at bigint not null
  )`,
  sql`create index inbox_messages_newest on inbox_messages (app_id, mode, created_at)`,
  sql`alter table outbox add column reply_to text`,
  sql`alter table mailbox add column reply_to text`,
]

export const inbox: Migration = {
  number: 9,
  name: 'inbox',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
