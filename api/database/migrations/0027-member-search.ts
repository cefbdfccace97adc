import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/**
 * Lists of 200,000 members, jobs on them, and what is known of money and days. `members.search_version` names the fields that a member was
 * indexed with; null: not yet, a worker does it. Takes about two seconds for 200,000 members.
 */
const members = [
  sql`alter table members add column suspended_at bigint`,
  sql`alter table members add column search_version text`,
  sql`create index members_search_version on members (app_id, mode, search_version)`,
  sql`create index members_joined on members (app_id, mode, created_at, internal_order)`,
  sql`create index members_last_login on members (app_id, mode, (coalesce(last_login_at, 0)), internal_order)`,
  sql`create index members_email on members (app_id, mode, (email collate "binary"))`,
  sql`create index members_verified on members (app_id, mode, verified, internal_order)`,
  sql`create index members_suspended on members (app_id, mode, internal_order) where suspended_at is not null`,
  sql`create index plan_connections_status on plan_connections (app_id, mode, status, member_id)`,
  sql`create index provider_connections_provider on provider_connections (app_id, mode, provider, member_id)`,
  // Lower-cased, unaccented words of the email, the ID, names and filterable texts.
  sql`create table member_terms (
    member_id text not null references members (id) on delete cascade,
    term text not null,
    app_id text not null,
    mode text not null,
    primary key (member_id, term)
  )`,
  sql`create index member_terms_search on member_terms (app_id, mode, (term collate "binary"), member_id)`,
  sql`create table member_values (
    member_id text not null references members (id) on delete cascade,
    field_key text not null,
    app_id text not null,
    mode text not null,
    text_value text,
    number_value double precision,
    primary key (member_id, field_key)
  )`,
  sql`create index member_values_text on member_values (app_id, mode, field_key, (text_value collate "binary"), member_id)
    where text_value is not null`,
  sql`create index member_values_number on member_values (app_id, mode, field_key, number_value, member_id)
    where number_value is not null`,
  sql`create table member_notes (
    id text primary key,
    member_id text not null references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    author text not null,
    note text not null,
    created_at bigint not null
  )`,
  sql`create index member_notes_member on member_notes (member_id, created_at)`,
]

const jobs = [
  sql`create table jobs (
    id text primary key,
    app_id text not null,
    mode text not null,
    kind text not null,
    input text not null,
    status text not null,
    actor text not null,
    undoes text,
    undone_by text,
    total integer not null,
    done integer not null,
    failed integer not null,
    created_at bigint not null,
    starts_at bigint not null,
    finished_at bigint,
    lease_owner text,
    lease_until bigint not null
  )`,
  sql`create index jobs_newest on jobs (app_id, mode, created_at, id)`,
  sql`create index jobs_due on jobs (status, starts_at)`,
  // 200 members each. `before_change`: values to restore, by member. `failures`: members by error code. `file_part`: of an export.
  sql`create table job_steps (
    job_id text not null references jobs (id) on delete cascade,
    position integer not null,
    status text not null,
    member_ids text not null,
    before_change text,
    failures text,
    file_part text,
    primary key (job_id, position)
  )`,
  sql`create index job_steps_waiting on job_steps (job_id, status, position)`,
]

const commerce = [
  // No reference to the member: sums of past months stay right after a deletion, which clears `member_id`.
  sql`create table payments (
    id text primary key,
    app_id text not null,
    mode text not null,
    member_id text,
    purchase_id text not null,
    plan_id text not null,
    provider text not null,
    external_id text not null,
    kind text not null,
    amount_minor bigint not null,
    tax_minor bigint,
    fee_minor bigint,
    currency text not null,
    at bigint not null
  )`,
  sql`create unique index payments_external on payments (provider, external_id)`,
  sql`create index payments_newest on payments (app_id, mode, at, id)`,
  sql`create index payments_member on payments (member_id, at)`,
  sql`alter table purchases add column ledger_read_at bigint`,
  sql`create index purchases_ledger on purchases (ledger_read_at, created_at)`,
  sql`create table daily_figures (
    app_id text not null,
    mode text not null,
    day text not null,
    name text not null,
    part text not null,
    value bigint not null,
    primary key (app_id, mode, name, day, part)
  )`,
  sql`create index visits_of_app on visits (app_id, mode, at)`,
]

const audit = [
  sql`create index audit_log_order on audit_log (app_id, mode, at, id)`,
  sql`create index audit_log_actor on audit_log (app_id, mode, actor, at, id)`,
  sql`create index audit_log_actor_id on audit_log (app_id, mode, actor_id, at, id) where actor_id is not null`,
  sql`create index audit_log_act on audit_log (app_id, mode, act, at, id)`,
  sql`create index audit_log_subject on audit_log (app_id, mode, subject, at, id)`,
]

const adds = {
  tables: ['member_notes', 'jobs', 'job_steps', 'payments', 'daily_figures'],
  columns: [['members', 'suspended_at']],
} as const satisfies Additions

/** Made again from the members, purchases and providers: a rollback loses nothing. */
const derived = {
  tables: ['member_terms', 'member_values'],
  columns: [
    ['members', 'search_version'],
    ['purchases', 'ledger_read_at'],
  ],
  indexes: [
    'members_search_version',
    'members_joined',
    'members_last_login',
    'members_email',
    'members_verified',
    'members_suspended',
    'plan_connections_status',
    'provider_connections_provider',
    'purchases_ledger',
    'visits_of_app',
    'audit_log_order',
    'audit_log_actor',
    'audit_log_actor_id',
    'audit_log_act',
    'audit_log_subject',
  ],
} as const satisfies Additions

export const memberSearch: Migration = {
  number: 27,
  name: 'member-search',
  adds,
  up: async (transaction) => {
    for (const statement of [...members, ...jobs, ...commerce, ...audit]) await statement.execute(transaction)
  },
  down: async (transaction) => {
    await dropAdditions(derived)(transaction)
    await dropAdditions(adds)(transaction)
  },
}
