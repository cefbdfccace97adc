import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/**
 * Comments keep their source beside the sanitized result. Old rows are null until the background job or a read sanitizes them, so the start
 * stays fast.
 */
const statements = [
  sql`alter table comments add column source text`,
  sql`alter table comments add column nodes text`,
  sql`alter table comments add column sanitizer_version integer`,
  sql`alter table comments add column markup_digest text`,
  sql`create index comments_sanitizer_version on comments (sanitizer_version)`,
  // Counts the votes of a hundred comments from the index alone.
  sql`create index comment_votes_count on comment_votes (comment_id, vote)`,
  sql`alter table comment_channels add column typing_changes bigint`,
]

const adds = {
  columns: [
    ['comments', 'source'],
    ['comments', 'nodes'],
    ['comments', 'sanitizer_version'],
    ['comments', 'markup_digest'],
    ['comment_channels', 'typing_changes'],
  ],
  indexes: ['comments_sanitizer_version', 'comment_votes_count'],
} as const satisfies Additions

export const storedCommentMarkup: Migration = {
  number: 21,
  name: 'stored comment markup',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
