import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

const devices = [
  sql`create table devices (
    member_id text not null references members (id) on delete cascade,
    device_id text not null,
    app_id text not null,
    mode text not null,
    token_digest text not null,
    password_set_at bigint,
    created_at bigint not null,
    last_seen_at bigint not null,
    primary key (member_id, device_id)
  )`,
  sql`create index devices_device on devices (device_id)`,
  sql`create index devices_seen on devices (last_seen_at)`,
  sql`alter table sessions add column device_id text`,
  sql`alter table provider_connections add column device_id text`,
]

/** The engines drop unique constraints differently, so both tables are rebuilt; they have two days of rows. */
const remake = (table: 'codes' | 'email_codes', definition: ReturnType<typeof sql>, columns: string, kept = 'true') => {
  const [name, copy] = [sql.table(table), sql.table(`${table}_copy`)]
  return [
    sql`create table ${copy} as select * from ${name}`,
    sql`drop table ${name}`,
    definition,
    sql`insert into ${name} (${sql.raw(columns)}) select ${sql.raw(columns)} from ${copy} where ${sql.raw(kept)}`,
    sql`drop table ${copy}`,
  ]
}

const codeColumns =
  'id, member_id, app_id, mode, purpose, code_digest, link_digest, requested_from, tries_left, created_at, expires_at'
const codeTable = (rule: string) => sql`create table codes (
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
    ${sql.raw(rule)}
  )`
const codeIndexes = [
  sql`create index codes_requester on codes (requested_from, app_id, mode, purpose)`,
  sql`create index codes_expiry on codes (expires_at)`,
]

const emailCodeColumns = 'id, app_id, mode, email, purpose, code_digest, tries_left, created_at, expires_at'
const emailCodeTable = (rule: string) => sql`create table email_codes (
    id text primary key,
    app_id text not null,
    mode text not null,
    email text not null,
    purpose text not null,
    code_digest text not null,
    tries_left integer not null,
    created_at bigint not null,
    expires_at bigint not null,
    ${sql.raw(rule)}
  )`
const emailCodeIndex = sql`create index email_codes_expiry on email_codes (expires_at)`

const codes = [
  ...remake('codes', codeTable('request_digest text unique'), codeColumns),
  ...codeIndexes,
  sql`create unique index codes_without_request on codes (member_id, purpose) where request_digest is null`,
  sql`create index codes_member on codes (member_id)`,
  ...remake('email_codes', emailCodeTable('request_digest text unique'), emailCodeColumns),
  emailCodeIndex,
  sql`create unique index email_codes_without_request on email_codes (app_id, mode, email, purpose) where request_digest is null`,
  sql`create index email_codes_email on email_codes (app_id, mode, email)`,
]

/** Codes with a request token are useless without the column, so they are deleted. */
const codesAsBefore = [
  ...remake('codes', codeTable('unique (member_id, purpose)'), codeColumns, 'request_digest is null'),
  ...codeIndexes,
  ...remake(
    'email_codes',
    emailCodeTable('unique (app_id, mode, email, purpose)'),
    emailCodeColumns,
    'request_digest is null',
  ),
  emailCodeIndex,
]

const adds = {
  tables: ['devices'],
  columns: [
    ['sessions', 'device_id'],
    ['provider_connections', 'device_id'],
    ['codes', 'request_digest'],
    ['email_codes', 'request_digest'],
  ],
} as const satisfies Additions

/** Known devices, and codes that belong to the browser that requested them. */
export const knownDevices: Migration = {
  number: 23,
  name: 'devices',
  adds,
  up: async (transaction) => {
    for (const statement of [...devices, ...codes]) await statement.execute(transaction)
  },
  down: async (transaction) => {
    for (const statement of codesAsBefore) await statement.execute(transaction)
    await dropAdditions({ tables: adds.tables, columns: [adds.columns[0], adds.columns[1]] })(transaction)
  },
}
