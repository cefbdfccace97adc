import { sql } from 'kysely'
import type { Migration } from './migration'

/** When a file was last changed on its device: only that very file may go on with an upload that was cut off. */
export const workSampleTimes: Migration = {
  number: 13,
  name: 'work-sample-times',
  up: async (transaction) => {
    await sql`alter table work_samples add column modified_at integer`.execute(transaction)
  },
}
