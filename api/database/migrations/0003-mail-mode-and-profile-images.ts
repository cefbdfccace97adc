import { sql } from 'kysely'
import { type Additions, dropAdditions, type Migration } from './migration'

/**
 * Mail stores its mode, because each mode has its own transport; queued mail was for the test mailbox. The index finds an image's owner.
 */
const statements = [
  sql`alter table outbox add column mode text not null default 'test'`,
  sql`create index members_profile_image on members (profile_image) where profile_image is not null`,
]

const adds = { columns: [['outbox', 'mode']], indexes: ['members_profile_image'] } as const satisfies Additions

export const mailModeAndProfileImages: Migration = {
  number: 3,
  name: 'mail-mode-and-profile-images',
  adds,
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions(adds),
}
