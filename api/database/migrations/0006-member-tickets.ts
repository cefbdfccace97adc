import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Login tickets for other sites; deleted with their member and with the session that made them. */
const statements = [
  sql`create table member_tickets (
    ticket_digest text primary key,
    member_id text not null references members (id) on delete cascade,
    session_digest text not null references sessions (token_digest) on delete cascade,
    app_id text not null,
    mode text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index member_tickets_member on member_tickets (member_id)`,
  sql`create index member_tickets_session on member_tickets (session_digest)`,
  sql`create index member_tickets_expiry on member_tickets (expires_at)`,
]

const adds = { tables: ['member_tickets'] } as const satisfies Additions

export const memberTickets: Migration = {
  number: 6,
  name: 'member-tickets',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
