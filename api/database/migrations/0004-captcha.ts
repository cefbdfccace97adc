import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/** The signing key of puzzles, and solved puzzles until they expire. */
const statements = [
  sql`create table captcha_keys (
    purpose text primary key,
    value text not null
  )`,

  sql`create table used_captchas (
    signature text primary key,
    expires_at bigint not null
  )`,
  sql`create index used_captchas_expiry on used_captchas (expires_at)`,
]

const adds = { tables: ['captcha_keys', 'used_captchas'] } as const satisfies Additions

export const captcha: Migration = {
  number: 4,
  name: 'captcha',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
