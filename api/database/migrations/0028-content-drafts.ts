import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

const statements = [
  // Of the newest version; null: a file, or before it was recorded.
  sql`alter table app_contents add column author text`,
  sql`create table content_drafts (
    app_id text not null references apps (id) on delete cascade,
    content_id text not null,
    name text not null,
    group_key text not null,
    type text not null,
    content text not null,
    base_version bigint not null,
    version bigint not null,
    author text not null,
    changed_at bigint not null,
    primary key (app_id, content_id)
  )`,
  sql`create table content_versions (
    app_id text not null references apps (id) on delete cascade,
    content_id text not null,
    number bigint not null,
    at bigint not null,
    author text,
    kind text not null,
    name text not null,
    group_key text not null,
    type text not null,
    content text not null,
    primary key (app_id, content_id, number)
  )`,
]

const adds = {
  tables: ['content_drafts', 'content_versions'],
  columns: [['app_contents', 'author']],
} as const satisfies Additions

/** Drafts and the history of hosted content. */
export const contentDrafts: Migration = {
  number: 28,
  name: 'content drafts',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
