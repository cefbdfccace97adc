import { sql } from 'kysely'
import type { Additions, Migration } from './migration'
import { dropAdditions } from './drop-additions'

/**
 * Mail knows the mode it was written in: the modes leave by different ways. What waits from before was on its way to the
 * test mailbox. The index finds the owner of a stored image.
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
