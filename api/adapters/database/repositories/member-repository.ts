import type { Kysely } from 'kysely'
import type { MemberSummary } from '../../../ports/member-store'
import type { MemberRepository } from '../../../ports/store'
import type { Tables } from '../../../database/tables'
import type { ImageColumn } from '../../../database/db'
import { providers, readMemberRow, toChangedColumns, toColumns, type ReadColumns } from './member-columns'
import { countMembers, selectPage } from './members-in-order'
import { nextMemberPlace } from './next-member-place'

export function createMemberRepository(db: Kysely<Tables>, image: ImageColumn): MemberRepository {
  const toMemberRow = (row: ReadColumns) => readMemberRow(row, image)
  const toImage = (address: string | null) => (address === null ? null : image.toColumn(address))
  return {
    async insert(member) {
      const internalOrder = await nextMemberPlace(db, member)
      const columns = { ...toColumns(member), profileImage: toImage(member.profileImage) }
      await db
        .insertInto('members')
        .values({ ...columns, internalOrder })
        .execute()
    },

    async findById(id) {
      const row = await db.selectFrom('members').selectAll().select(providers).where('id', '=', id).executeTakeFirst()
      return row ? toMemberRow(row) : null
    },

    listSummaries: (ids) => selectSummaries(db, image, ids),
    listByIds: async (ids) => (await selectByIds(db, ids)).map((row) => toMemberRow(row)),

    async findByEmail(appId, mode, email) {
      const row = await db
        .selectFrom('members')
        .selectAll()
        .select(providers)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .where('email', '=', email)
        .executeTakeFirst()
      return row ? toMemberRow(row) : null
    },

    async update(id, changes) {
      const columns = toChangedColumns(changes)
      if (changes.profileImage !== undefined) columns.profileImage = toImage(changes.profileImage)
      if (Object.keys(columns).length > 0) await db.updateTable('members').set(columns).where('id', '=', id).execute()
    },

    async noteLogin(id, at) {
      await db.updateTable('members').set({ lastLoginAt: at }).where('id', '=', id).execute()
    },

    async listInOrder(list) {
      const { rows, hasMore } = await selectPage(db, list)
      return { members: rows.map((row) => ({ internalOrder: row.internalOrder, member: toMemberRow(row) })), hasMore }
    },

    count: (filter) => countMembers(db, filter),

    findUsedImages: (addresses) => selectUsedImages(db, image, addresses),

    // A write that changes nothing takes the row's lock in every engine.
    async lock(id) {
      const row = await db
        .updateTable('members')
        .set({ id })
        .where('id', '=', id)
        .returningAll()
        .returning(providers)
        .executeTakeFirst()
      return row ? toMemberRow(row) : null
    },

    // Connections, sessions and codes go with the member, by their foreign keys.
    async delete(id) {
      await db.deleteFrom('members').where('id', '=', id).execute()
    },
  }
}

async function selectSummaries(
  db: Kysely<Tables>,
  image: ImageColumn,
  ids: readonly string[],
): Promise<MemberSummary[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('members')
    .select(['id', 'email', 'verified', 'profileImage', 'customFields'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, email, verified, profileImage, customFields }) => ({
    id,
    email,
    verified: verified === 1,
    profileImage: profileImage === null ? null : image.toAddress(profileImage),
    customFields: JSON.parse(customFields),
  }))
}

const selectByIds = async (db: Kysely<Tables>, ids: readonly string[]): Promise<ReadColumns[]> =>
  ids.length === 0 ? [] : db.selectFrom('members').selectAll().select(providers).where('id', 'in', ids).execute()

async function selectUsedImages(
  db: Kysely<Tables>,
  image: ImageColumn,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return []
  const columns = addresses.map((address) => image.toColumn(address))
  const rows = await db.selectFrom('members').select('profileImage').where('profileImage', 'in', columns).execute()
  return rows.flatMap(({ profileImage }) => (profileImage === null ? [] : [image.toAddress(profileImage)]))
}
