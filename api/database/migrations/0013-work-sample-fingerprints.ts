import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

const adds = { columns: [['work_samples', 'fingerprint']] } as const satisfies Additions

/** Only the same file may resume an interrupted upload. */
export const workSampleFingerprints: Migration = {
  number: 13,
  name: 'work-sample-fingerprints',
  adds,
  up: async (transaction) => {
    await sql`alter table work_samples add column fingerprint text`.execute(transaction)
  },
  down: dropAdditions(adds),
}
