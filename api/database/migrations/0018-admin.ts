import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Secret keys, webhooks, and the order of the admin API's member list. */
const statements = [
  sql`create table secret_keys (
    id text primary key,
    app_id text not null,
    mode text not null,
    key_digest text not null unique,
    name text not null,
    ending text not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
  )`,
  sql`create index secret_keys_app on secret_keys (app_id, mode, created_at)`,
  sql`create table webhook_endpoints (
    id text primary key,
    app_id text not null,
    mode text not null,
    url text not null,
    secret text not null,
    previous_secret text,
    previous_secret_until bigint,
    events text not null,
    disabled_at bigint,
    created_at bigint not null
  )`,
  sql`create index webhook_endpoints_app on webhook_endpoints (app_id, mode, created_at)`,
  sql`create table webhook_messages (
    id text primary key,
    app_id text not null,
    mode text not null,
    event text not null,
    body text not null,
    created_at bigint not null
  )`,
  sql`create index webhook_messages_app on webhook_messages (app_id, mode, created_at, id)`,
  sql`create index webhook_messages_age on webhook_messages (created_at)`,
  sql`create table webhook_deliveries (
    id text primary key,
    message_id text not null references webhook_messages (id) on delete cascade,
    endpoint_id text not null references webhook_endpoints (id) on delete cascade,
    status text not null,
    attempts integer not null,
    next_attempt_at bigint not null,
    last_status_code integer,
    last_error text,
    delivered_at bigint
  )`,
  sql`create index webhook_deliveries_due on webhook_deliveries (status, next_attempt_at)`,
  sql`create index webhook_deliveries_message on webhook_deliveries (message_id)`,
  sql`create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id)`,
  sql`alter table members add column last_login_at bigint`,
  sql`alter table members add column internal_order bigint`,
  sql`update members set internal_order = (
    select count(*) from members as earlier
    where earlier.app_id = members.app_id and earlier.mode = members.mode
      and (earlier.created_at < members.created_at or (earlier.created_at = members.created_at and earlier.id <= members.id))
  )`,
  sql`create unique index members_order on members (app_id, mode, internal_order)`,
  sql`create table member_counters (
    app_id text not null,
    mode text not null,
    last bigint not null,
    primary key (app_id, mode)
  )`,
  sql`insert into member_counters (app_id, mode, last)
    select app_id, mode, max(internal_order) from members group by app_id, mode`,
]

const adds = {
  tables: ['secret_keys', 'webhook_endpoints', 'webhook_messages', 'webhook_deliveries', 'member_counters'],
  columns: [
    ['members', 'last_login_at'],
    ['members', 'internal_order'],
  ],
  indexes: ['members_order'],
} as const satisfies Additions

export const admin: Migration = {
  number: 18,
  name: 'admin',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
