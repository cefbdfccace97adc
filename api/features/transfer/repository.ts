import type { OwnerScope } from '../apps/definition'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Mode } from '../../lib/ids'
import type { Db, Tx } from '../../database/db'
import type { ProviderConnectionRow } from '../accounts/repository-sign-in'
import { indexMembers, insertIndex, readSearchFields } from '../members/search-index'
import { providers, takeMemberNumbers, toChangedColumns, toMemberColumns, toMemberRow } from '../members/repository'
import type { MemberChanges, MemberRow } from '../members/repository'
import type { PurchaseRow } from '../payments/repository'
import { listConnectionsOfMembers, type PlanConnectionRow, toNewConnectionColumns } from '../plans/repository'

export interface OwnedRecords {
  connections: PlanConnectionRow[]
  purchases: PurchaseRow[]
  accounts: ProviderConnectionRow[]
}

/** Emails and ids that new rows need, and that may be taken. */
export interface RequestedIds {
  emails: readonly string[]
  memberIds: readonly string[]
  connectionIds: readonly string[]
  purchases: readonly Pick<PurchaseRow, 'id' | 'provider' | 'sessionId' | 'externalId'>[]
  /** The providers' ids of accounts. */
  subjects: readonly string[]
}

/** The requested emails and ids that are taken. */
export interface TakenIds {
  /** Members of this app and mode, by email. */
  members: MemberRow[]
  /** Emails that a member changed and can still change back. */
  keptEmails: string[]
  /** IDs of members of any app. */
  memberIds: string[]
  connectionIds: string[]
  purchases: PurchaseRow[]
  /** Connections of this app and mode, with one of the IDs at any provider. */
  accounts: ProviderConnectionRow[]
}

/** In the order in which the members got them. */
export async function listOwnedRecords(db: Db, memberIds: readonly string[]): Promise<OwnedRecords> {
  const connections = await listConnectionsOfMembers(db, memberIds)
  const purchaseIds = connections.flatMap(({ purchase }) => (purchase ? [purchase.id] : []))
  return {
    connections,
    purchases: await db.kysely.selectFrom('purchases').selectAll().where(among('id', purchaseIds)).execute(),
    accounts: await db.kysely
      .selectFrom('providerConnections')
      .selectAll()
      .where(among('memberId', memberIds))
      .orderBy('createdAt')
      .orderBy('provider')
      .execute(),
  }
}

/** The members of an export, as they are when it begins. */
export interface ExportRange {
  count: number
  /** `internalOrder` of the last one. */
  last: number
  /** ID of the last one if others follow. */
  next: string | null
}

/** @param after `internalOrder`; 0: from the first @param limit null: all */
export async function findExportRange(
  { kysely }: Db,
  { appId, mode }: Pick<OwnerScope, 'appId' | 'mode'>,
  after: number,
  limit: number | null,
): Promise<ExportRange> {
  const all = kysely.selectFrom('members').where('appId', '=', appId).where('mode', '=', mode).orderBy('internalOrder')
  const chosen = all.where('internalOrder', '>', after).select('internalOrder')
  const { count, last } = await kysely
    .selectFrom(chosen.$if(limit !== null, (query) => query.limit(limit ?? 0)).as('chosen'))
    .select(({ fn }) => [
      fn.countAll<number | bigint | string>().as('count'),
      fn.max<number | null>('internalOrder').as('last'),
    ])
    .executeTakeFirstOrThrow()
  const end = last ?? after
  const [lastMember, following] = await all.where('internalOrder', '>=', end).select('id').limit(2).execute()
  return { count: Number(count), last: end, next: following ? (lastMember?.id ?? null) : null }
}

/** A member's position in their app and mode; null if it has no such member. */
export async function findMemberPlace(
  { kysely }: Db,
  appId: string,
  mode: Mode,
  memberId: string,
): Promise<number | null> {
  const row = await kysely
    .selectFrom('members')
    .select('internalOrder')
    .where('id', '=', memberId)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  return row?.internalOrder ?? null
}

export async function findTakenIds(
  db: Db,
  { appId, mode }: OwnerScope,
  requested: RequestedIds,
  now: number,
): Promise<TakenIds> {
  const { kysely, image } = db
  const ofApp = { appId, mode }
  const members = await kysely
    .selectFrom('members')
    .selectAll()
    .select(providers)
    .where((eb) => eb.and(ofApp))
    .where(among('email', requested.emails))
    .execute()
  const kept = await kysely
    .selectFrom('emailChanges')
    .select('email')
    .where('expiresAt', '>', now)
    .where((eb) => eb.and(ofApp))
    .where(among('email', requested.emails))
    .execute()
  return {
    members: members.map((row) => toMemberRow(row, image)),
    keptEmails: kept.map(({ email }) => email),
    memberIds: await selectIds(db, 'members', requested.memberIds),
    connectionIds: await selectIds(db, 'planConnections', requested.connectionIds),
    purchases: await selectPurchases(db, requested.purchases),
    accounts: await kysely
      .selectFrom('providerConnections')
      .selectAll()
      .where((eb) => eb.and(ofApp))
      .where(among('subject', requested.subjects))
      .execute(),
  }
}

/**
 * Adds members of one app and mode, in order, with their records, and records of existing members. Emits no webhooks:
 * thousands would flood the receivers.
 * @throws UniqueConstraintError if an email or id is taken
 */
export async function insertImportedMembers(
  tx: Tx,
  members: readonly MemberRow[],
  { connections, purchases, accounts }: OwnedRecords,
): Promise<void> {
  const { kysely, image } = tx
  const [first] = members
  if (first) {
    const last = await takeMemberNumbers(tx, first, members.length)
    const fields = await readSearchFields(tx, first.appId)
    const rows = members.map((member, index) => ({
      ...toMemberColumns(member, image),
      searchVersion: fields.version,
      internalOrder: last - members.length + 1 + index,
    }))
    await kysely.insertInto('members').values(rows).execute()
    await insertIndex(tx, members, fields)
  }
  if (purchases.length > 0) await kysely.insertInto('purchases').values(purchases).execute()
  const columns = connections.map(toNewConnectionColumns)
  if (columns.length > 0) await kysely.insertInto('planConnections').values(columns).execute()
  if (accounts.length > 0) await kysely.insertInto('providerConnections').values(accounts).execute()
}

/** Emits no webhook, like `insertImportedMembers`. */
export async function updateImportedMember(
  tx: Tx,
  id: string,
  { lastLoginAt, ...changes }: MemberChanges & Partial<Pick<MemberRow, 'lastLoginAt'>>,
): Promise<void> {
  const { kysely, image } = tx
  const columns = { ...toChangedColumns(changes, image), ...(lastLoginAt !== undefined && { lastLoginAt }) }
  if (Object.keys(columns).length === 0) return
  await kysely.updateTable('members').set(columns).where('id', '=', id).execute()
  if (changes.email !== undefined || changes.customFields) await indexMembers(tx, [id])
}

async function selectIds(
  { kysely }: Db,
  table: 'members' | 'planConnections',
  ids: readonly string[],
): Promise<string[]> {
  const rows = await kysely.selectFrom(table).select('id').where(among('id', ids)).execute()
  return rows.map(({ id }) => id)
}

function selectPurchases({ kysely }: Db, requested: RequestedIds['purchases']): Promise<PurchaseRow[]> {
  const valuesOf = (column: 'id' | 'sessionId' | 'externalId') => requested.map((purchase) => purchase[column])
  return kysely
    .selectFrom('purchases')
    .selectAll()
    .where((eb) =>
      eb.or([
        among('id', valuesOf('id')),
        among('sessionId', valuesOf('sessionId')),
        among('externalId', valuesOf('externalId')),
      ]),
    )
    .execute()
}

/** Whether a column has one of these values. Not every engine accepts an empty list. */
function among(
  column: 'id' | 'email' | 'memberId' | 'subject' | 'sessionId' | 'externalId',
  values: readonly (string | null)[],
): Expression<SqlBool> {
  const given = values.filter((value) => value !== null)
  return given.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} in (${sql.join(given)})`
}
