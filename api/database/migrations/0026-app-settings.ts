import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables'
import { type Additions, dropAdditions, type Migration } from './migration'

const statements = [
  // Null is 1.
  sql`alter table apps add column version bigint`,
  // Account at Stripe that took a purchase; null: the server's.
  sql`alter table purchases add column account text`,
  sql`create table app_contents (
    app_id text not null references apps (id) on delete cascade,
    id text not null,
    position integer not null,
    name text not null,
    group_key text not null,
    type text not null,
    content text not null,
    digest text not null,
    version bigint not null,
    changed_at bigint not null,
    primary key (app_id, id)
  )`,
  sql`create table app_versions (
    app_id text not null references apps (id) on delete cascade,
    number bigint not null,
    at bigint not null,
    author text,
    parts text not null,
    definition text not null,
    primary key (app_id, number)
  )`,
  sql`create table app_credentials (
    app_id text not null references apps (id) on delete cascade,
    mode text not null,
    kind text not null,
    sealed text not null,
    detail text not null,
    ending text not null,
    account text,
    changed_at bigint not null,
    checked_at bigint,
    check_error text,
    primary key (app_id, mode, kind)
  )`,
  sql`create table app_test_mails (
    app_id text not null references apps (id) on delete cascade,
    mode text not null,
    fingerprint text not null,
    at bigint not null,
    error text,
    primary key (app_id, mode)
  )`,
  sql`create table app_installations (
    app_id text not null references apps (id) on delete cascade,
    mode text not null,
    origin text not null,
    script_version text,
    first_seen_at bigint not null,
    last_seen_at bigint not null,
    primary key (app_id, mode, origin)
  )`,
  sql`create table preview_keys (
    key_digest text primary key,
    app_id text not null references apps (id) on delete cascade,
    owner text not null,
    draft text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index preview_keys_expiry on preview_keys (expires_at)`,
]

type Stored = Record<string, unknown>

/** Undoes `moveStoredContents`, which moves hosted content out of the definitions when the database is opened. */
async function joinDefinitions(transaction: Transaction<Tables>): Promise<void> {
  for (const { id: appId, definition } of await transaction.selectFrom('apps').select(['id', 'definition']).execute()) {
    const contents = await transaction
      .selectFrom('appContents')
      .select(['id', 'name', 'groupKey as group', 'type', 'content'])
      .where('appId', '=', appId)
      .orderBy('position')
      .orderBy('id')
      .execute()
    if (contents.length === 0) continue
    const whole: Stored = { ...JSON.parse(definition), contents }
    await transaction
      .updateTable('apps')
      .set({ definition: JSON.stringify(whole) })
      .where('id', '=', appId)
      .execute()
  }
}

const adds = {
  tables: ['app_contents', 'app_versions', 'app_credentials', 'app_test_mails', 'app_installations', 'preview_keys'],
  columns: [
    ['apps', 'version'],
    ['purchases', 'account'],
  ],
  indexes: ['preview_keys_expiry'],
} as const satisfies Additions

/** Parts of an app that an owner edits and connects in the console. */
export const appSettings: Migration = {
  number: 26,
  name: 'app settings',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: async (transaction) => {
    await joinDefinitions(transaction)
    await dropAdditions(adds)(transaction)
  },
}
