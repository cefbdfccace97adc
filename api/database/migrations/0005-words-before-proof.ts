import { sql } from 'kysely'
import type { Additions, Migration } from './migration'
import { dropAdditions } from './drop-additions'

const adds = { columns: [['email_changes', 'words_before']] } as const satisfies Additions

/** A change of address can be taken back after the new one was proven, too: then the profile of before comes back. */
export const wordsBeforeProof: Migration = {
  number: 5,
  name: 'words-before-proof',
  adds,
  up: async (transaction) => {
    await sql`alter table email_changes add column words_before text`.execute(transaction)
  },
  down: dropAdditions(adds),
}
