import { type RawBuilder, sql, SqliteAdapter, type Transaction } from 'kysely'
import type { Tables } from '../tables'
import { dropAdditions, type Migration } from './migration'

/** Bytes per row in addition to its texts: columns, indexes and engine overhead. */
export const ROW = { member: 1_000, signup: 500, comment: 500, sample: 500, record: 500, value: 100 }
/** A stored profile image is a WebP of at most 512 × 512 pixels. */
const PROFILE_IMAGE = 100_000

/** SQL for a row's size; `row` is `new`, `old` or a table alias. */
export const sizes = {
  member: (row: string) =>
    `(${ROW.member} + octet_length(${row}.email) + octet_length(${row}.custom_fields) + octet_length(${row}.meta_data)
      + octet_length(${row}.json) + case when ${row}.profile_image is null or ${row}.profile_image like '%/%' then 0 else ${PROFILE_IMAGE} end)`,
  signup: (row: string) => `(${ROW.signup} + octet_length(${row}.custom_fields))`,
  comment: (row: string) => `(${ROW.comment} + octet_length(${row}.content) + coalesce(octet_length(${row}.source), 0)
      + coalesce(octet_length(${row}.nodes), 0) + coalesce(octet_length(${row}.url), 0))`,
  sample: (row: string) => `(${ROW.sample} + ${row}.size_bytes)`,
  value: (row: string) => `(${ROW.value} + coalesce(octet_length(${row}.text_value), 0))`,
}

/** One of 1,024 rows per app, so that few transactions update the same one. */
export const SHARD = (id: string) => `substr(${id}, length(${id}) - 1)`
/** Member ID for records without a member. */
export const NO_MEMBER = "''"

const addToSum = (app: string, mode: string, verified: string, shard: string, bytes: string, from = 'where true') =>
  `insert into storage_sums (app_id, mode, verified, shard, bytes) select ${app}, ${mode}, ${verified}, ${shard}, ${bytes} ${from}
    on conflict (app_id, mode, verified, shard) do update set bytes = storage_sums.bytes + excluded.bytes`
const addToAccount = (member: string, bytes: string) =>
  `update storage_accounts set bytes = bytes + ${bytes} where member_id = ${member}`

interface Trigger {
  name: string
  table: string
  event: string
  when?: string
  statements: readonly string[]
}

/** Adds and subtracts the size of rows with a member column. */
const rowTriggers = (table: string, size: (row: string) => string, columns: string): Trigger[] => [
  {
    name: `storage_${table}_insert`,
    table,
    event: 'after insert',
    statements: [addToAccount('new.member_id', size('new'))],
  },
  {
    name: `storage_${table}_update`,
    table,
    event: `after update of ${columns}`,
    when: `${size('new')} <> ${size('old')}`,
    statements: [addToAccount('new.member_id', `${size('new')} - ${size('old')}`)],
  },
  {
    name: `storage_${table}_delete`,
    table,
    event: 'after delete',
    statements: [addToAccount('old.member_id', `-${size('old')}`)],
  },
]

const memberTriggers: Trigger[] = [
  {
    name: 'storage_members_insert',
    table: 'members',
    event: 'after insert',
    statements: [
      `insert into storage_accounts (member_id, app_id, mode, verified, bytes)
        values (new.id, new.app_id, new.mode, new.verified, ${sizes.member('new')})`,
    ],
  },
  {
    name: 'storage_members_update',
    table: 'members',
    event: 'after update of email, custom_fields, meta_data, json, profile_image, verified',
    when: `new.verified <> old.verified or ${sizes.member('new')} <> ${sizes.member('old')}`,
    statements: [
      `update storage_accounts set verified = new.verified, bytes = bytes + ${sizes.member('new')} - ${sizes.member('old')}
        where member_id = new.id`,
    ],
  },
  {
    name: 'storage_members_delete',
    table: 'members',
    event: 'after delete',
    statements: ['delete from storage_accounts where member_id = old.id'],
  },
]

const accountTriggers: Trigger[] = [
  {
    name: 'storage_accounts_insert',
    table: 'storage_accounts',
    event: 'after insert',
    statements: [addToSum('new.app_id', 'new.mode', 'new.verified', SHARD('new.member_id'), 'new.bytes')],
  },
  {
    name: 'storage_accounts_grow',
    table: 'storage_accounts',
    event: 'after update of bytes, verified',
    when: 'new.verified = old.verified and new.bytes <> old.bytes',
    statements: [addToSum('new.app_id', 'new.mode', 'new.verified', SHARD('new.member_id'), 'new.bytes - old.bytes')],
  },
  {
    name: 'storage_accounts_verify',
    table: 'storage_accounts',
    event: 'after update of verified',
    when: 'new.verified <> old.verified',
    statements: [
      addToSum('old.app_id', 'old.mode', 'old.verified', SHARD('old.member_id'), '-old.bytes'),
      addToSum('new.app_id', 'new.mode', 'new.verified', SHARD('new.member_id'), 'new.bytes'),
    ],
  },
  {
    name: 'storage_accounts_delete',
    table: 'storage_accounts',
    event: 'after delete',
    statements: [addToSum('old.app_id', 'old.mode', 'old.verified', SHARD('old.member_id'), '-old.bytes')],
  },
]

/** A record without a member is part of the app's sum only, as bytes of a verified account. */
const addToRecord = (record: string, bytes: string): string[] => [
  addToAccount(`(select member_id from data_records where id = ${record})`, bytes),
  addToSum('app_id', 'mode', '1', NO_MEMBER, bytes, `from data_records where id = ${record} and member_id is null`),
]
const valuesOf = (record: string) =>
  `coalesce((select sum${sizes.value('v')} from data_record_values v where v.record_id = ${record}), 0)`

const recordTriggers: Trigger[] = [
  {
    name: 'storage_records_insert',
    table: 'data_records',
    event: 'after insert',
    statements: addToRecord('new.id', String(ROW.record)),
  },
  {
    // `before delete`: afterwards the values are gone and their record cannot be found.
    name: 'storage_records_delete',
    table: 'data_records',
    event: 'before delete',
    statements: addToRecord('old.id', `-(${ROW.record} + ${valuesOf('old.id')})`),
  },
  {
    name: 'storage_values_insert',
    table: 'data_record_values',
    event: 'after insert',
    statements: addToRecord('new.record_id', sizes.value('new')),
  },
  {
    name: 'storage_values_update',
    table: 'data_record_values',
    event: 'after update of text_value',
    when: `${sizes.value('new')} <> ${sizes.value('old')}`,
    statements: addToRecord('new.record_id', `(${sizes.value('new')} - ${sizes.value('old')})`),
  },
  {
    name: 'storage_values_delete',
    table: 'data_record_values',
    event: 'after delete',
    statements: addToRecord('old.record_id', `-${sizes.value('old')}`),
  },
]

export const storageTriggers: readonly Trigger[] = [
  ...accountTriggers,
  ...memberTriggers,
  ...rowTriggers('signup_records', sizes.signup, 'custom_fields'),
  ...rowTriggers('comments', sizes.comment, 'content, source, nodes, url'),
  ...rowTriggers('work_samples', sizes.sample, 'size_bytes'),
  ...recordTriggers,
]

export const isSqlite = (transaction: Transaction<Tables>): boolean =>
  transaction.getExecutor().adapter instanceof SqliteAdapter

export function createTrigger({ name, table, event, when, statements }: Trigger, sqlite: boolean): string[] {
  const body = statements.map((statement) => `${statement};`).join('\n')
  const head = `create trigger ${name} ${event} on ${table} for each row ${when === undefined ? '' : `when (${when})`}`
  if (sqlite) return [`${head} begin ${body} end`]
  const result = event.startsWith('before') ? 'return old;' : 'return null;'
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} ${result} end $$`,
    `${head} execute function ${name}()`,
  ]
}

export const dropTrigger = ({ name, table }: Pick<Trigger, 'name' | 'table'>, sqlite: boolean): string[] =>
  sqlite ? [`drop trigger ${name}`] : [`drop trigger ${name} on ${table}`, `drop function ${name}()`]

const tables = ['storage_accounts', 'storage_sums', 'storage_additions'] as const

const create: readonly RawBuilder<unknown>[] = [
  sql`create table storage_accounts (
    member_id text primary key,
    app_id text not null,
    mode text not null,
    verified integer not null,
    bytes bigint not null
  )`,
  sql`create table storage_sums (
    app_id text not null,
    mode text not null,
    verified integer not null,
    shard text not null,
    bytes bigint not null,
    primary key (app_id, mode, verified, shard)
  )`,
  sql`create table storage_additions (
    app_id text not null,
    mode text not null,
    network text not null,
    day bigint not null,
    bytes bigint not null,
    primary key (app_id, mode, network, day)
  )`,
]

/** Counts existing rows in one pass per table, before the triggers exist. */
const count: readonly string[] = [
  `insert into storage_accounts (member_id, app_id, mode, verified, bytes)
    select m.id, m.app_id, m.mode, m.verified, ${sizes.member('m')} + coalesce(s.bytes, 0) + coalesce(c.bytes, 0)
      + coalesce(w.bytes, 0) + coalesce(r.bytes, 0)
    from members m
    left join (select member_id, sum${sizes.signup('s')} as bytes from signup_records s group by member_id) s on s.member_id = m.id
    left join (select member_id, sum${sizes.comment('c')} as bytes from comments c group by member_id) c on c.member_id = m.id
    left join (select member_id, sum${sizes.sample('w')} as bytes from work_samples w group by member_id) w on w.member_id = m.id
    left join (select r.member_id, sum(${ROW.record} + coalesce(v.bytes, 0)) as bytes from data_records r
      left join (select record_id, sum${sizes.value('v')} as bytes from data_record_values v group by record_id) v on v.record_id = r.id
      where r.member_id is not null group by r.member_id) r on r.member_id = m.id`,
  `insert into storage_sums (app_id, mode, verified, shard, bytes)
    select app_id, mode, verified, ${SHARD('member_id')}, sum(bytes) from storage_accounts group by 1, 2, 3, 4`,
  `insert into storage_sums (app_id, mode, verified, shard, bytes)
    select r.app_id, r.mode, 1, ${NO_MEMBER}, sum(${ROW.record} + coalesce(v.bytes, 0)) from data_records r
    left join (select record_id, sum${sizes.value('v')} as bytes from data_record_values v group by record_id) v on v.record_id = r.id
    where r.member_id is null group by r.app_id, r.mode`,
]

/** Stored bytes per account, and per app and mode. Triggers count every insert and delete, cascades included, in the same transaction. */
export const storageSums: Migration = {
  number: 22,
  name: 'storage-sums',
  // Derived tables: a rollback loses nothing.
  adds: {},
  up: async (transaction) => {
    const sqlite = isSqlite(transaction)
    for (const statement of create) await statement.execute(transaction)
    for (const statement of count) await sql.raw(statement).execute(transaction)
    for (const statement of storageTriggers.flatMap((trigger) => createTrigger(trigger, sqlite)))
      await sql.raw(statement).execute(transaction)
  },
  down: async (transaction) => {
    const sqlite = isSqlite(transaction)
    for (const statement of storageTriggers.toReversed().flatMap((trigger) => dropTrigger(trigger, sqlite)))
      await sql.raw(statement).execute(transaction)
    await dropAdditions({ tables })(transaction)
  },
}
