import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** Credentials and the log. Rows that name a holder are deleted with the holder; entries, hashes and status bits name no one and stay. */
const statements = [
  sql`create table log_heads (
    mode text primary key,
    size bigint not null,
    checkpoint text not null
  )`,
  sql`create table log_entries (
    mode text not null,
    position bigint not null,
    entry text not null,
    primary key (mode, position)
  )`,
  sql`create table log_hashes (
    mode text not null,
    level bigint not null,
    position bigint not null,
    hash text not null,
    primary key (mode, level, position)
  )`,
  sql`create table log_checkpoints (
    mode text not null,
    size bigint not null,
    checkpoint text not null,
    primary key (mode, size)
  )`,
  sql`create table log_cosignatures (
    mode text not null,
    size bigint not null,
    witness text not null,
    line text not null,
    time bigint not null,
    primary key (mode, size, witness)
  )`,
  sql`create index log_cosignatures_witness on log_cosignatures (mode, witness, size)`,
  sql`create table tag_credentials (
    tag_id text primary key,
    mode text not null,
    member_id text references members (id) on delete cascade,
    credential text not null,
    salt text not null,
    digest text not null,
    log_index bigint not null,
    leaf_hash text not null,
    status_list bigint not null,
    status_index bigint not null
  )`,
  sql`create index tag_credentials_member on tag_credentials (member_id)`,
  sql`create table status_places (
    mode text not null,
    list bigint not null,
    position bigint not null,
    revoked_at bigint,
    primary key (mode, list, position)
  )`,
  sql`create index status_places_revoked on status_places (mode, list, revoked_at)`,
  sql`create table signing_keys (
    purpose text not null,
    public_key text primary key,
    seed text,
    created_at bigint not null,
    retired_at bigint
  )`,
  // One active key per purpose, even with two concurrent processes.
  sql`create unique index signing_keys_current on signing_keys (purpose) where retired_at is null`,
]

const adds = {
  tables: [
    'log_heads',
    'log_entries',
    'log_hashes',
    'log_checkpoints',
    'log_cosignatures',
    'tag_credentials',
    'status_places',
    'signing_keys',
  ],
} as const satisfies Additions

export const proof: Migration = {
  number: 15,
  name: 'proof',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
