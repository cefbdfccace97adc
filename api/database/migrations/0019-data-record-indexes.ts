import { PostgresAdapter, sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/**
 * Indexes for queries on data tables: values and links repeat table and number of their record. Texts are indexed by 200 characters, the
 * limit of PostgreSQL; once as written, once with ASCII letters folded.
 */
const statements = [
  sql`alter table data_record_values add column app_id text`,
  sql`alter table data_record_values add column mode text`,
  sql`alter table data_record_values add column table_key text`,
  sql`alter table data_record_values add column internal_order bigint`,
  sql`update data_record_values
    set app_id = data_records.app_id, mode = data_records.mode, table_key = data_records.table_key,
      internal_order = data_records.internal_order
    from data_records where data_records.id = data_record_values.record_id`,
  sql`create index data_record_values_text on data_record_values
    (app_id, mode, table_key, field_key, (substr(text_value, 1, 200) collate "binary"), internal_order)
    where text_value is not null`,
  sql`create index data_record_values_folded on data_record_values
    (app_id, mode, table_key, field_key, (lower(substr(text_value, 1, 200) collate "binary")), internal_order)
    where text_value is not null`,
  sql`create index data_record_values_number on data_record_values
    (app_id, mode, table_key, field_key, number_value, internal_order) where number_value is not null`,
  sql`alter table data_record_links add column table_key text`,
  sql`alter table data_record_links add column record_order bigint`,
  sql`update data_record_links set table_key = data_records.table_key, record_order = data_records.internal_order
    from data_records where data_records.id = data_record_links.record_id`,
  sql`create index data_record_links_to_record on data_record_links
    (target_record_id, field_key, table_key, record_order) where target_record_id is not null`,
  sql`create index data_record_links_to_member on data_record_links
    (target_member_id, field_key, table_key, record_order) where target_member_id is not null`,
  sql`create index data_record_links_position on data_record_links (record_id, field_key, position)`,
  sql`create index data_records_own on data_records (app_id, mode, table_key, member_id, internal_order)`,
  sql`create index data_records_created on data_records (app_id, mode, table_key, created_at, internal_order)`,
  sql`create index data_records_updated on data_records (app_id, mode, table_key, updated_at, internal_order)`,
]

/** Copies of the records' columns: a rollback loses nothing. */
const copies = {
  columns: [
    ['data_record_values', 'app_id'],
    ['data_record_values', 'mode'],
    ['data_record_values', 'table_key'],
    ['data_record_values', 'internal_order'],
    ['data_record_links', 'table_key'],
    ['data_record_links', 'record_order'],
  ],
} as const satisfies Additions

const adds = {
  indexes: [
    'data_record_values_text',
    'data_record_values_folded',
    'data_record_values_number',
    'data_record_links_to_record',
    'data_record_links_to_member',
    'data_record_links_position',
    'data_records_own',
    'data_records_created',
    'data_records_updated',
  ],
} as const satisfies Additions

export const dataRecordIndexes: Migration = {
  number: 19,
  name: 'data-record-indexes',
  adds,
  up: async (transaction) => {
    // Opening creates it too, but a command may migrate first.
    if (transaction.getExecutor().adapter instanceof PostgresAdapter)
      await sql`create collation if not exists "binary" from "C"`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions({ ...adds, ...copies }),
}
