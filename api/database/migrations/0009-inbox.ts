import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Messages to owners, and a Reply-To address for mails. */
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

const adds = {
  tables: ['inbox_messages'],
  columns: [
    ['outbox', 'reply_to'],
    ['mailbox', 'reply_to'],
  ],
} as const satisfies Additions

export const inbox: Migration = {
  number: 9,
  name: 'inbox',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
