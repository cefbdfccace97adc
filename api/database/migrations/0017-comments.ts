import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** A member's comments and votes are deleted with the member. */
const statements = [
  sql`create table comment_counters (
    app_id text not null,
    mode text not null,
    last bigint not null,
    primary key (app_id, mode)
  )`,
  sql`create table comments (
    id text primary key,
    app_id text not null,
    mode text not null,
    channel_key text not null,
    parent_id text references comments (id) on delete cascade,
    member_id text not null references members (id) on delete cascade,
    content text not null,
    url text,
    created_at bigint not null,
    updated_at bigint not null,
    internal_order bigint not null
  )`,
  sql`create index comments_channel on comments (app_id, mode, channel_key, parent_id, internal_order)`,
  sql`create index comments_parent on comments (parent_id, internal_order)`,
  sql`create index comments_member on comments (member_id)`,
  sql`create table comment_votes (
    comment_id text not null references comments (id) on delete cascade,
    member_id text not null references members (id) on delete cascade,
    vote text not null,
    primary key (comment_id, member_id)
  )`,
  sql`create index comment_votes_member on comment_votes (member_id)`,
  sql`create table comment_subscriptions (
    app_id text not null,
    mode text not null,
    channel_key text not null,
    member_id text not null references members (id) on delete cascade,
    action text not null,
    primary key (app_id, mode, channel_key, member_id)
  )`,
  sql`create index comment_subscriptions_member on comment_subscriptions (member_id)`,
  sql`create table comment_typing (
    app_id text not null,
    mode text not null,
    channel_key text not null,
    member_id text not null references members (id) on delete cascade,
    until bigint not null,
    primary key (app_id, mode, channel_key, member_id)
  )`,
  sql`create index comment_typing_member on comment_typing (member_id)`,
  sql`create table unsubscribe_links (
    token_digest text primary key,
    app_id text not null,
    mode text not null,
    channel_key text not null,
    member_id text not null references members (id) on delete cascade,
    expires_at bigint not null
  )`,
  sql`create index unsubscribe_links_member on unsubscribe_links (member_id)`,
  sql`alter table outbox add column unsubscribe_url text`,
  sql`alter table mailbox add column unsubscribe_url text`,
  sql`create table comment_channels (
    app_id text not null,
    mode text not null,
    channel_key text not null,
    version bigint not null,
    primary key (app_id, mode, channel_key)
  )`,
]

const adds = {
  tables: [
    'comment_counters',
    'comments',
    'comment_votes',
    'comment_subscriptions',
    'comment_typing',
    'unsubscribe_links',
    'comment_channels',
  ],
  columns: [
    ['outbox', 'unsubscribe_url'],
    ['mailbox', 'unsubscribe_url'],
  ],
} as const satisfies Additions

export const comments: Migration = {
  number: 17,
  name: 'comments',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
