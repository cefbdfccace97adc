import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** People of the console: accounts, roles, invitations, sessions. The audit log names who acted, and keys can have fewer rights. */
const statements = [
  sql`create table staff_accounts (
    member_id text primary key references members (id) on delete cascade,
    name text not null,
    server_owner integer not null,
    demo integer not null,
    created_at bigint not null
  )`,
  sql`create table staff_roles (
    app_id text not null,
    member_id text not null references staff_accounts (member_id) on delete cascade,
    role text not null,
    created_at bigint not null,
    primary key (app_id, member_id)
  )`,
  sql`create index staff_roles_member on staff_roles (member_id)`,
  sql`create table staff_invitations (
    id text primary key,
    app_id text not null,
    email text not null,
    role text not null,
    token_digest text not null unique,
    invited_by text not null,
    created_at bigint not null,
    expires_at bigint not null,
    unique (app_id, email)
  )`,
  sql`create index staff_invitations_age on staff_invitations (expires_at)`,
  sql`create table console_sessions (
    id text primary key,
    token_digest text not null unique,
    member_id text not null references staff_accounts (member_id) on delete cascade,
    created_at bigint not null,
    used_at bigint not null,
    stepped_up_at bigint,
    password_digest text not null,
    expires_at bigint not null
  )`,
  sql`create index console_sessions_member on console_sessions (member_id)`,
  sql`create index console_sessions_age on console_sessions (expires_at)`,
  sql`create table console_setups (
    token_digest text primary key,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  // Not a reference: rows of the log outlive the person.
  sql`alter table audit_log add column actor_id text`,
  sql`alter table audit_log add column via text`,
  sql`alter table secret_keys add column rights text`,
]

const adds = {
  tables: ['staff_accounts', 'staff_roles', 'staff_invitations', 'console_sessions', 'console_setups'],
  columns: [
    ['audit_log', 'actor_id'],
    ['audit_log', 'via'],
    ['secret_keys', 'rights'],
  ],
} as const satisfies Additions

export const staff: Migration = {
  number: 25,
  name: 'staff',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
