import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** The common subset of SQLite and PostgreSQL: text ids, bigint epoch milliseconds, integer 0 and 1 for booleans, JSON as text. */
const statements = [
  sql`create table apps (
    id text primary key,
    test_key text not null unique,
    live_key text not null unique,
    definition text not null
  )`,

  sql`create table members (
    id text primary key,
    app_id text not null references apps (id),
    mode text not null,
    email text not null,
    password_hash text,
    verified integer not null,
    profile_image text,
    login_redirect text,
    stripe_customer_id text,
    custom_fields text not null,
    meta_data text not null,
    json text not null,
    created_at bigint not null,
    unique (app_id, mode, email)
  )`,

  sql`create table plan_connections (
    id text primary key,
    member_id text not null references members (id) on delete cascade,
    plan_id text not null,
    price_id text,
    status text not null,
    created_at bigint not null,
    unique (member_id, plan_id)
  )`,
  sql`create index plan_connections_plan on plan_connections (plan_id)`,

  sql`create table sessions (
    token_digest text primary key,
    member_id text not null references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index sessions_member on sessions (member_id)`,
  sql`create index sessions_expiry on sessions (expires_at)`,

  sql`create table codes (
    id text primary key,
    member_id text not null references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    purpose text not null,
    code_digest text,
    link_digest text not null unique,
    requested_from text not null,
    tries_left integer not null,
    created_at bigint not null,
    expires_at bigint not null,
    unique (member_id, purpose)
  )`,
  sql`create index codes_requester on codes (requested_from, app_id, mode, purpose)`,
  sql`create index codes_expiry on codes (expires_at)`,

  sql`create table outbox (
    id text primary key,
    app_id text not null,
    recipient text not null,
    sender text not null,
    subject text not null,
    text_body text not null,
    html_body text not null,
    attempts integer not null,
    next_attempt_at bigint not null,
    last_error text,
    created_at bigint not null
  )`,
  sql`create index outbox_due on outbox (next_attempt_at)`,

  sql`create table mailbox (
    id text primary key,
    recipient text not null,
    sender text not null,
    subject text not null,
    text_body text not null,
    html_body text not null,
    sent_at bigint not null
  )`,
  sql`create index mailbox_newest on mailbox (sent_at)`,

  // No key: visits are only counted, and deleted by time.
  sql`create table visits (
    app_id text not null,
    mode text not null,
    kind text not null,
    type text,
    visit_id text not null,
    path text not null,
    browser text,
    os text,
    screen_size text,
    utm text not null,
    at bigint not null
  )`,
  sql`create index visits_time on visits (at)`,
]

const adds = {
  tables: ['apps', 'members', 'plan_connections', 'sessions', 'codes', 'outbox', 'mailbox', 'visits'],
} as const satisfies Additions

export const firstSchema: Migration = {
  number: 1,
  name: 'first-schema',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
