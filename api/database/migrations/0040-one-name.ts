import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

const statements = [
  // Set by a review only; without it, the name of the first TrustTag applies.
  sql`alter table tag_profiles add column holder_name text`,
  // The TrustTag that shows this file to anyone who checks it.
  sql`alter table work_samples add column shown_with text`,
  sql`create index work_samples_shown on work_samples (shown_with) where shown_with is not null`,
  sql`alter table assessment_attempts add column network_digest text`,
]

const adds = {
  columns: [
    ['tag_profiles', 'holder_name'],
    ['work_samples', 'shown_with'],
    ['assessment_attempts', 'network_digest'],
  ],
  indexes: ['work_samples_shown'],
} as const satisfies Additions

/** One name per account, work samples that a holder shows, and the network of an attempt. */
export const oneName: Migration = {
  number: 40,
  name: 'one-name',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
