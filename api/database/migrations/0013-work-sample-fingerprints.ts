import { sql } from 'kysely'
import type { Additions, Migration } from './migration'
import { dropAdditions } from './drop-additions'

const adds = { columns: [['work_samples', 'fingerprint']] } as const satisfies Additions

/** What a file is like on its device: only that very file may go on with an upload that was cut off. */
export const workSampleFingerprints: Migration = {
  number: 13,
  name: 'work-sample-fingerprints',
  adds,
  up: async (transaction) => {
    await sql`alter table work_samples add column fingerprint text`.execute(transaction)
  },
  down: dropAdditions(adds),
}
