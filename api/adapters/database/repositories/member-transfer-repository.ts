import { sql } from 'kysely'
import type { Expression, Kysely, SqlBool } from 'kysely'
import type { PurchaseRow } from '../../../ports/purchase-store'
import type { MemberRow, PlanConnectionRow } from '../../../ports/store'
import type { Belongings, MemberTransferRepository, Wishes } from '../../../ports/transfer-store'
import type { Tables } from '../../../database/tables'
import type { ImageColumn } from '../../../database/db'
import { providers, readMemberRow, toChangedColumns, toColumns } from './member-columns'
import { nextMemberPlace } from './next-member-place'
import { toConnectionRow, toNewConnection } from './plan-connection-columns'

export function createMemberTransferRepository(db: Kysely<Tables>, image: ImageColumn): MemberTransferRepository {
  const toImage = (address: string | null) => (address === null ? null : image.toColumn(address))
  return {
    listBelongings: (memberIds) => selectBelongings(db, memberIds),

    async findPlace(appId, mode, memberId) {
      const named = db.selectFrom('members').select('internalOrder').where('id', '=', memberId)
      const row = await named.where('appId', '=', appId).where('mode', '=', mode).executeTakeFirst()
      return row?.internalOrder ?? null
    },

    async findTaken(appId, mode, wishes, now) {
      const ofApp = { appId, mode }
      const members = db.selectFrom('members').selectAll().select(providers)
      const kept = db.selectFrom('emailChanges').select('email').where('expiresAt', '>', now)
      const rows = await members
        .where((eb) => eb.and(ofApp))
        .where(among('email', wishes.emails))
        .execute()
      const keptRows = await kept
        .where((eb) => eb.and(ofApp))
        .where(among('email', wishes.emails))
        .execute()
      return {
        members: rows.map((row) => readMemberRow(row, image)),
        keptEmails: keptRows.map(({ email }) => email),
        memberIds: await selectIds(db, 'members', wishes.memberIds),
        connectionIds: await selectIds(db, 'planConnections', wishes.connectionIds),
        purchases: await selectPurchases(db, wishes.purchases),
        accounts: await db
          .selectFrom('providerConnections')
          .selectAll()
          .where((eb) => eb.and(ofApp))
          .where(among('subject', wishes.subjects))
          .execute(),
      }
    },

    async insertAll(members, { connections, purchases, accounts }) {
      await insertMembers(db, members, toImage)
      if (purchases.length > 0) await db.insertInto('purchases').values(purchases).execute()
      const columns = connections.map(toNewConnection)
      if (columns.length > 0) await db.insertInto('planConnections').values(columns).execute()
      if (accounts.length > 0) await db.insertInto('providerConnections').values(accounts).execute()
    },

    async update(id, { lastLoginAt, ...changes }) {
      const columns = { ...toChangedColumns(changes), ...(lastLoginAt !== undefined && { lastLoginAt }) }
      if (changes.profileImage !== undefined) columns.profileImage = toImage(changes.profileImage)
      if (Object.keys(columns).length > 0) await db.updateTable('members').set(columns).where('id', '=', id).execute()
    },
  }
}

async function selectBelongings(db: Kysely<Tables>, memberIds: readonly string[]): Promise<Belongings> {
  const connections = await selectConnections(db, memberIds)
  const purchaseIds = connections.flatMap(({ purchase }) => (purchase ? [purchase.id] : []))
  return {
    connections,
    purchases: await db.selectFrom('purchases').selectAll().where(among('id', purchaseIds)).execute(),
    accounts: await db
      .selectFrom('providerConnections')
      .selectAll()
      .where(among('memberId', memberIds))
      .orderBy('createdAt')
      .orderBy('provider')
      .execute(),
  }
}

async function insertMembers(
  db: Kysely<Tables>,
  members: readonly MemberRow[],
  toImage: (address: string | null) => string | null,
): Promise<void> {
  const [first] = members
  if (!first) return
  const last = await nextMemberPlace(db, first, members.length)
  const rows = members.map((member, index) => ({
    ...toColumns(member),
    profileImage: toImage(member.profileImage),
    internalOrder: last - members.length + 1 + index,
  }))
  await db.insertInto('members').values(rows).execute()
}

async function selectConnections(db: Kysely<Tables>, memberIds: readonly string[]): Promise<PlanConnectionRow[]> {
  const connections = db.selectFrom('planConnections').selectAll()
  const theirs = connections.where(among('memberId', memberIds))
  return (await theirs.orderBy('createdAt').orderBy('id').execute()).map(toConnectionRow)
}

async function selectIds(
  db: Kysely<Tables>,
  table: 'members' | 'planConnections',
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where(among('id', ids)).execute()
  return rows.map(({ id }) => id)
}

const selectPurchases = (db: Kysely<Tables>, wished: Wishes['purchases']): Promise<PurchaseRow[]> =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where((eb) =>
      eb.or([
        among(
          'id',
          wished.map(({ id }) => id),
        ),
        among(
          'sessionId',
          wished.map(({ sessionId }) => sessionId),
        ),
        among(
          'externalId',
          wished.map(({ externalId }) => externalId),
        ),
      ]),
    )
    .execute()

/** Whether a column has one of these values. Not every engine reads an empty list. */
function among(
  column: 'id' | 'email' | 'memberId' | 'subject' | 'sessionId' | 'externalId',
  values: readonly (string | null)[],
): Expression<SqlBool> {
  const given = values.filter((value) => value !== null)
  return given.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} in (${sql.join(given)})`
}
