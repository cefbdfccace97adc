import type { Kysely, Selectable } from 'kysely'
import type { ProfileRepository, ProfileRow } from '../../../ports/trusttag/tag-store'
import type { Tables } from '../../../database/tables'

export function createProfileRepository(db: Kysely<Tables>): ProfileRepository {
  const profiles = () => db.selectFrom('tagProfiles').selectAll()
  return {
    async insert(profile) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('tagProfiles')
        .values({ ...profile, ...toFlags(profile) })
        .onConflict((conflict) => conflict.column('memberId').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    async find(memberId) {
      const row = await profiles().where('memberId', '=', memberId).executeTakeFirst()
      return row ? toProfile(row) : null
    },

    async findBySlug(appId, mode, slug) {
      const row = await profiles()
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('slug', '=', slug)
        .executeTakeFirst()
      return row ? toProfile(row) : null
    },

    async update(memberId, changes) {
      const set = toFlags(changes)
      if (Object.keys(set).length > 0)
        await db.updateTable('tagProfiles').set(set).where('memberId', '=', memberId).execute()
    },

    async countView(memberId) {
      await db
        .updateTable('tagProfiles')
        .set(({ eb }) => ({ views: eb('views', '+', 1) }))
        .where('memberId', '=', memberId)
        .execute()
    },
  }
}

const settings = ['publicProfile', 'emailNotifications', 'shareAnalytics'] as const
type Setting = (typeof settings)[number]
type Flags<T> = { [K in keyof T & Setting]: 0 | 1 }

/** The settings among the fields, as columns. */
function toFlags<T extends Partial<Pick<ProfileRow, Setting>>>(fields: T): Flags<T> {
  const flags = settings.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name] ? 1 : 0]]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the settings that the fields have
  return Object.fromEntries(flags) as Flags<T>
}

const toProfile = (row: Selectable<Tables['tagProfiles']>): ProfileRow => ({
  ...row,
  publicProfile: row.publicProfile === 1,
  emailNotifications: row.emailNotifications === 1,
  shareAnalytics: row.shareAnalytics === 1,
})
