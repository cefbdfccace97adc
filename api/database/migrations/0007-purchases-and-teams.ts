import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Amounts are in minor units. */
const statements = [
  sql`create table purchases (
    id text primary key,
    app_id text not null,
    mode text not null,
    member_id text not null references members (id) on delete cascade,
    plan_id text not null,
    price_id text not null,
    coupon_id text,
    provider text not null,
    session_id text,
    external_id text,
    status text not null,
    replaces text,
    created_at bigint not null,
    expires_at bigint not null,
    reads_begun bigint not null,
    read_applied bigint not null,
    last_read_at bigint,
    unique (provider, session_id),
    unique (provider, external_id)
  )`,
  sql`create index purchases_member on purchases (member_id)`,
  sql`create index purchases_status on purchases (status, expires_at)`,
  sql`create index purchases_plan on purchases (app_id, mode, plan_id, status)`,
  sql`create table payment_events (
    provider text not null,
    event_id text not null,
    received_at bigint not null,
    primary key (provider, event_id)
  )`,
  sql`create index payment_events_received on payment_events (received_at)`,
  sql`alter table plan_connections add column purchase_id text references purchases (id)`,
  sql`alter table plan_connections add column payment_status text`,
  sql`alter table plan_connections add column amount_minor bigint`,
  sql`alter table plan_connections add column currency text`,
  sql`alter table plan_connections add column last_billed_at bigint`,
  sql`alter table plan_connections add column next_billing_at bigint`,
  sql`alter table plan_connections add column cancel_at bigint`,
  sql`create unique index plan_connections_purchase on plan_connections (purchase_id)`,
  sql`create table teams (
    id text primary key,
    app_id text not null,
    mode text not null,
    owner_id text not null references members (id) on delete cascade,
    connection_id text not null unique references plan_connections (id) on delete cascade,
    invite_token text not null unique,
    created_at bigint not null
  )`,
  sql`create index teams_owner on teams (owner_id)`,
  sql`create table team_members (
    team_id text not null references teams (id) on delete cascade,
    member_id text not null references members (id) on delete cascade,
    role text not null,
    joined_at bigint not null,
    primary key (team_id, member_id)
  )`,
  sql`create index team_members_member on team_members (member_id)`,
]

const adds = {
  tables: ['purchases', 'payment_events', 'teams', 'team_members'],
  columns: [
    ['plan_connections', 'purchase_id'],
    ['plan_connections', 'payment_status'],
    ['plan_connections', 'amount_minor'],
    ['plan_connections', 'currency'],
    ['plan_connections', 'last_billed_at'],
    ['plan_connections', 'next_billing_at'],
    ['plan_connections', 'cancel_at'],
  ],
  indexes: ['plan_connections_purchase'],
} as const satisfies Additions

export const purchasesAndTeams: Migration = {
  number: 7,
  name: 'purchases-and-teams',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
