import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/**
 * Owners' tables. One row per field value, so that both engines can search and sort any field. A member's records are deleted with them.
 */
const statements = [
  sql`create table data_table_counters (
    app_id text not null,
    mode text not null,
    table_key text not null,
    last bigint not null,
    primary key (app_id, mode, table_key)
  )`,
  sql`create table data_records (
    id text primary key,
    app_id text not null,
    mode text not null,
    table_key text not null,
    member_id text references members (id) on delete cascade,
    created_at bigint not null,
    updated_at bigint not null,
    internal_order bigint not null,
    unique (app_id, mode, table_key, internal_order)
  )`,
  sql`create index data_records_member on data_records (member_id)`,
  sql`create table data_record_values (
    record_id text not null references data_records (id) on delete cascade,
    field_key text not null,
    text_value text,
    number_value double precision,
    primary key (record_id, field_key)
  )`,
  sql`create table data_record_uniques (
    app_id text not null,
    mode text not null,
    table_key text not null,
    field_key text not null,
    value text not null,
    record_id text not null references data_records (id) on delete cascade,
    primary key (app_id, mode, table_key, field_key, value)
  )`,
  sql`create index data_record_uniques_record on data_record_uniques (record_id)`,
  sql`create table data_record_links (
    record_id text not null references data_records (id) on delete cascade,
    field_key text not null,
    target_record_id text references data_records (id) on delete cascade,
    target_member_id text references members (id) on delete cascade,
    position bigint not null
  )`,
  sql`create unique index data_record_links_records on data_record_links (record_id, field_key, target_record_id)`,
  sql`create unique index data_record_links_members on data_record_links (record_id, field_key, target_member_id)`,
  sql`create index data_record_links_target_record on data_record_links (target_record_id, field_key)`,
  sql`create index data_record_links_target_member on data_record_links (target_member_id)`,
]

const adds = {
  tables: ['data_table_counters', 'data_records', 'data_record_values', 'data_record_uniques', 'data_record_links'],
} as const satisfies Additions

export const dataTables: Migration = {
  number: 16,
  name: 'data-tables',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
