import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

const adds = { columns: [['email_changes', 'words_before']] } as const satisfies Additions

/** An email change can be reverted even after the new address was verified; the former profile is then restored. */
export const wordsBeforeProof: Migration = {
  number: 5,
  name: 'words-before-proof',
  adds,
  up: async (transaction) => {
    await sql`alter table email_changes add column words_before text`.execute(transaction)
  },
  down: dropAdditions(adds),
}
