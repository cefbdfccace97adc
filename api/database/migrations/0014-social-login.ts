import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Provider accounts and pending flows; rows that name a member are deleted with the member. */
const statements = [
  sql`create table provider_connections (
    member_id text not null references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    provider text not null,
    subject text not null,
    created_at bigint not null,
    primary key (member_id, provider)
  )`,
  sql`create unique index provider_connections_account on provider_connections (app_id, mode, provider, subject)`,
  sql`create table provider_flows (
    state_digest text primary key,
    secret_digest text not null,
    app_id text not null,
    mode text not null,
    flow text not null,
    provider text not null,
    opener_origin text not null,
    opener_state text,
    return_url text,
    challenge text,
    member_id text references members (id) on delete cascade,
    session_digest text references sessions (token_digest) on delete cascade,
    wishes text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index provider_flows_member on provider_flows (member_id)`,
  sql`create index provider_flows_session on provider_flows (session_digest)`,
  sql`create index provider_flows_expiry on provider_flows (expires_at)`,
  sql`create table provider_answers (
    answer_digest text primary key,
    challenge text not null,
    app_id text not null,
    mode text not null,
    flow text not null,
    member_id text not null references members (id) on delete cascade,
    message text,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index provider_answers_member on provider_answers (member_id)`,
  sql`create index provider_answers_expiry on provider_answers (expires_at)`,
  sql`create table connect_tickets (
    ticket_digest text primary key,
    member_id text not null references members (id) on delete cascade,
    session_digest text not null references sessions (token_digest) on delete cascade,
    app_id text not null,
    mode text not null,
    expires_at bigint not null
  )`,
  sql`create index connect_tickets_member on connect_tickets (member_id)`,
  sql`create index connect_tickets_session on connect_tickets (session_digest)`,
  sql`create index connect_tickets_expiry on connect_tickets (expires_at)`,
  sql`create table test_consents (
    code_digest text primary key,
    provider text not null,
    email text not null,
    email_verified integer not null,
    challenge text not null,
    redirect_uri text not null,
    nonce text not null,
    expires_at bigint not null
  )`,
  sql`create index test_consents_expiry on test_consents (expires_at)`,
]

const adds = {
  tables: ['provider_connections', 'provider_flows', 'provider_answers', 'connect_tickets', 'test_consents'],
} as const satisfies Additions

export const socialLogin: Migration = {
  number: 14,
  name: 'social-login',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
