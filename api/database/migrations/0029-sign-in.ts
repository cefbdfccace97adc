import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

const sessions = [
  sql`alter table sessions add column session_id text`,
  sql`alter table sessions add column methods text not null default ''`,
  sql`alter table sessions add column verified_at bigint`,
  sql`alter table sessions add column last_seen_at bigint`,
  sql`alter table sessions add column network text`,
  sql`alter table sessions add column agent text`,
  // 1: a renewed session's earlier token, which still reads for some seconds.
  sql`alter table sessions add column is_former integer not null default 0`,
  sql`update sessions set session_id = substr(token_digest, 1, 16), last_seen_at = created_at`,
  sql`create index sessions_id on sessions (member_id, session_id)`,
  sql`create index sessions_device on sessions (device_id) where device_id is not null`,
  sql`create index sessions_seen on sessions (app_id, last_seen_at)`,
  // When this browser last did the second step; the policy says how long that counts.
  sql`alter table devices add column second_step_at bigint`,
]

const passkeys = [
  sql`create table user_handles (
    member_id text primary key references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    handle text not null unique
  )`,
  sql`create table passkeys (
    id text primary key,
    member_id text not null references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    rp_id text not null,
    credential_id text not null,
    public_key text not null,
    algorithm integer not null,
    sign_count bigint not null,
    transports text not null,
    device_type text not null,
    is_backed_up integer not null,
    aaguid text not null,
    name text not null,
    device_id text,
    created_at bigint not null,
    last_used_at bigint,
    unique (app_id, mode, credential_id)
  )`,
  sql`create index passkeys_member on passkeys (member_id, created_at)`,
  sql`create table used_challenges (
    challenge_digest text primary key,
    expires_at bigint not null
  )`,
  sql`create index used_challenges_expiry on used_challenges (expires_at)`,
]

const secondFactor = [
  sql`create table totp_secrets (
    member_id text primary key references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    secret text not null,
    confirmed_at bigint,
    last_step bigint,
    created_at bigint not null
  )`,
  sql`create table recovery_codes (
    member_id text not null references members (id) on delete cascade,
    selector text not null,
    app_id text not null,
    mode text not null,
    code_hash text not null,
    used_at bigint,
    created_at bigint not null,
    primary key (member_id, selector)
  )`,
  // From when on a login of the member needs a second factor that the policy asks for.
  sql`create table second_factor_deadlines (
    member_id text primary key references members (id) on delete cascade,
    due_at bigint not null
  )`,
  // Between the two steps of a login. `details`: what the login then answers.
  sql`create table login_steps (
    challenge_digest text primary key,
    member_id text not null references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    kind text not null,
    method text not null,
    device_id text,
    origin text,
    tries_left integer not null,
    details text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index login_steps_member on login_steps (member_id)`,
  sql`create index login_steps_expiry on login_steps (expires_at)`,
  // All second factors are lost: takes effect after a wait in which anyone with the mailbox or a session can cancel.
  sql`create table recovery_requests (
    id text primary key,
    member_id text not null unique references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    link_digest text not null unique,
    opened_at bigint,
    due_at bigint,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index recovery_requests_expiry on recovery_requests (expires_at)`,
]

const emails = [
  sql`create table pending_emails (
    member_id text primary key references members (id) on delete cascade,
    app_id text not null,
    mode text not null,
    email text not null,
    link_digest text not null unique,
    verified_at bigint,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index pending_emails_email on pending_emails (app_id, mode, email)`,
  sql`create index pending_emails_expiry on pending_emails (expires_at)`,
  sql`alter table email_codes add column link_digest text`,
  sql`alter table email_codes add column return_url text`,
  sql`alter table email_codes add column network text`,
  sql`alter table email_codes add column agent text`,
  sql`create unique index email_codes_link on email_codes (link_digest)`,
  // A provider's answer for an email without an account, until the person decides.
  sql`alter table provider_flows add column identity text`,
]

const adds = {
  tables: [
    'user_handles',
    'passkeys',
    'used_challenges',
    'totp_secrets',
    'recovery_codes',
    'second_factor_deadlines',
    'login_steps',
    'recovery_requests',
    'pending_emails',
  ],
  columns: [
    ['devices', 'second_step_at'],
    ['email_codes', 'link_digest'],
    ['email_codes', 'return_url'],
    ['email_codes', 'network'],
    ['email_codes', 'agent'],
    ['provider_flows', 'identity'],
  ],
  indexes: ['email_codes_link'],
} as const satisfies Additions

/** Facts of sessions, which end anyway: a rollback loses nothing that a member would miss. */
const facts = {
  columns: [
    ['sessions', 'session_id'],
    ['sessions', 'methods'],
    ['sessions', 'verified_at'],
    ['sessions', 'last_seen_at'],
    ['sessions', 'network'],
    ['sessions', 'agent'],
    ['sessions', 'is_former'],
  ],
  indexes: ['sessions_id', 'sessions_device', 'sessions_seen'],
} as const satisfies Additions

/** Sessions that members see and end, passkeys, second factors, proven new emails and login links. */
export const signIn: Migration = {
  number: 29,
  name: 'sign-in',
  adds,
  up: async (transaction) => {
    for (const statement of [...sessions, ...passkeys, ...secondFactor, ...emails]) await statement.execute(transaction)
  },
  down: async (transaction) => {
    // An earlier token has no columns that say so afterwards.
    await sql`delete from sessions where is_former = 1`.execute(transaction)
    await dropAdditions(facts)(transaction)
    await dropAdditions(adds)(transaction)
  },
}
