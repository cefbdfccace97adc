import { type Selectable, sql } from 'kysely'
import type { CustomFieldValue } from '../../../contract/entities'
import type { Db, ImageColumn, Tx } from '../../database/db'
import { inChunks } from '../../database/sql'
import type { Tables } from '../../database/tables'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import { indexMembers, insertIndex, readSearchFields } from './search-index'

type Columns = Selectable<Tables['members']>
type ParsedColumns = 'verified' | 'customFields' | 'metaData' | 'json'

export interface ProfileContent {
  customFields: Record<string, CustomFieldValue>
  metaData: Record<string, unknown>
  json: Record<string, unknown>
}

/** Columns that lists and logins read themselves; other rows lack them. */
type OtherColumns = 'internalOrder' | 'suspendedAt' | 'searchVersion'

export interface MemberRow extends Omit<Columns, ParsedColumns | OtherColumns>, ProfileContent {
  verified: boolean
  /** Connected providers, oldest first. Read with the row, never written with it. */
  providers: readonly string[]
}

/** `profileImage` is a URL. Only `recordLogin` writes `lastLoginAt`. */
export type MemberChanges = Partial<
  Omit<MemberRow, 'id' | 'appId' | 'mode' | 'providers' | 'createdAt' | 'lastLoginAt'>
>

/** Public profile and moderator status, without the large columns. */
export type MemberSummary = Pick<MemberRow, 'id' | 'email' | 'verified' | 'profileImage' | 'customFields'>

/** Members with a value in a custom field; an empty text is no value. */
export async function countMembersWithField(
  { kysely }: Db,
  { appId, mode, key }: { appId: string; mode: Mode; key: string },
): Promise<number> {
  // A quote within a stored text is escaped, so only keys match.
  const start = `%${JSON.stringify(key)}:`
  const row = await kysely
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('customFields', 'like', `${start}%`)
    .where('customFields', 'not like', `${start}""%`)
    .where('customFields', 'not like', `${start}null%`)
    .executeTakeFirstOrThrow()
  return row.count
}

/** @throws UniqueConstraintError when the email address is taken in this app and mode */
export async function insertMember(tx: Tx, member: MemberRow): Promise<void> {
  await tx.changes.touchMember(member.id)
  const internalOrder = await takeMemberNumbers(tx, member)
  const fields = await readSearchFields(tx, member.appId)
  await tx.kysely
    .insertInto('members')
    .values({ ...toMemberColumns(member, tx.image), internalOrder, searchVersion: fields.version })
    .execute()
  await insertIndex(tx, [member], fields)
}

export async function updateMemberById(tx: Tx, id: string, changes: MemberChanges): Promise<void> {
  await tx.changes.touchMember(id)
  const columns = toChangedColumns(changes, tx.image)
  if (Object.keys(columns).length === 0) return
  await tx.kysely.updateTable('members').set(columns).where('id', '=', id).execute()
  if (changes.email !== undefined || changes.customFields) await indexMembers(tx, [id])
}

/** @throws ApiError `account-suspended`; then the caller's transaction does not commit, and no session remains */
export async function recordLogin({ kysely }: Db, id: string, at: number): Promise<void> {
  const login = kysely.updateTable('members').set({ lastLoginAt: at }).where('id', '=', id)
  const row = await login.returning('suspendedAt').executeTakeFirst()
  if (row && row.suspendedAt !== null) throw new ApiError('account-suspended')
}

/** @param at null: no longer suspended */
export async function updateSuspension({ kysely }: Tx, ids: readonly string[], at: number | null): Promise<void> {
  for (const some of inChunks(ids))
    await kysely.updateTable('members').set({ suspendedAt: at }).where('id', 'in', some).execute()
}

export async function deleteMemberById(tx: Tx, id: string): Promise<void> {
  await tx.changes.touchMemberAndTeams(id)
  // Sums of past months stay right.
  await tx.kysely.updateTable('payments').set({ memberId: null }).where('memberId', '=', id).execute()
  // Foreign keys delete connections, sessions and codes with the member.
  await tx.kysely.deleteFrom('members').where('id', '=', id).execute()
}

export async function lockMemberById({ kysely, image }: Tx, id: string): Promise<MemberRow | null> {
  // A no-op write locks the row in both engines.
  const locked = kysely.updateTable('members').set({ id }).where('id', '=', id)
  const row = await locked.returningAll().returning(providers).executeTakeFirst()
  return row ? toMemberRow(row, image) : null
}

export async function findMemberById(db: Db, id: string): Promise<MemberRow | null> {
  const row = await selectMembers(db).where('id', '=', id).executeTakeFirst()
  return row ? toMemberRow(row, db.image) : null
}

export async function findMemberByEmail(db: Db, appId: string, mode: Mode, email: string): Promise<MemberRow | null> {
  const row = await selectMembers(db)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('email', '=', email)
    .executeTakeFirst()
  return row ? toMemberRow(row, db.image) : null
}

/** In no particular order. */
export async function listMembersByIds(db: Db, ids: readonly string[]): Promise<MemberRow[]> {
  if (ids.length === 0) return []
  const rows = await selectMembers(db).where('id', 'in', ids).execute()
  return rows.map((row) => toMemberRow(row, db.image))
}

/** The given IDs that are members of an app and mode, in the order in which they joined. */
export async function listIdsOfApp(
  { kysely }: Db,
  appId: string,
  mode: Mode,
  ids: readonly string[],
): Promise<string[]> {
  const found: { id: string; internalOrder: number }[] = []
  for (const some of inChunks([...new Set(ids)]))
    found.push(
      ...(await kysely
        .selectFrom('members')
        .select(['id', 'internalOrder'])
        .where('id', 'in', some)
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .execute()),
    )
  return found.toSorted((a, b) => a.internalOrder - b.internalOrder).map(({ id }) => id)
}

/** In no particular order. */
export async function listMemberSummaries({ kysely, image }: Db, ids: readonly string[]): Promise<MemberSummary[]> {
  if (ids.length === 0) return []
  const rows = await kysely
    .selectFrom('members')
    .select(['id', 'email', 'verified', 'profileImage', 'customFields'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, email, verified, profileImage, customFields }) => ({
    id,
    email,
    verified: verified === 1,
    profileImage: profileImage === null ? null : image.toUrl(profileImage),
    customFields: JSON.parse(customFields),
  }))
}

/** Members who have not canceled it; read from an index alone. */
export async function countMembersWithPlan(
  { kysely }: Pick<Db, 'kysely'>,
  plan: { appId: string; mode: Mode; planId: string },
): Promise<number> {
  const { count } = await kysely
    .selectFrom('planConnections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('appId', '=', plan.appId)
    .where('mode', '=', plan.mode)
    .where('planId', '=', plan.planId)
    .where('status', '!=', 'CANCELED')
    .executeTakeFirstOrThrow()
  return count
}

export async function findUsedProfileImages({ kysely, image }: Db, urls: readonly string[]): Promise<string[]> {
  if (urls.length === 0) return []
  const columns = urls.map((url) => image.toColumn(url))
  const rows = await kysely.selectFrom('members').select('profileImage').where('profileImage', 'in', columns).execute()
  return rows.flatMap(({ profileImage }) => (profileImage === null ? [] : [image.toUrl(profileImage)]))
}

/** Sort keys of an admin's list. @param count how many @returns the last number */
export async function takeMemberNumbers(
  { kysely }: Pick<Db, 'kysely'>,
  { appId, mode }: Pick<MemberRow, 'appId' | 'mode'>,
  count = 1,
): Promise<number> {
  const { last } = await kysely
    .insertInto('memberCounters')
    .values({ appId, mode, last: count })
    .onConflict((conflict) =>
      conflict.columns(['appId', 'mode']).doUpdateSet({ last: sql<number>`member_counters.last + ${count}` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** `providers` is separated by spaces, which no key contains; null for none. */
export type ReadColumns = Omit<Columns, OtherColumns> & { providers: string | null }

export const providerKeys = sql<string | null>`(
  select string_agg(provider, ' ' order by created_at, provider) from provider_connections where member_id = members.id
)`
export const providers = providerKeys.as('providers')

export const selectMembers = ({ kysely }: Db) => kysely.selectFrom('members').selectAll().select(providers)

/** Names each field, because spreading the row takes longer than all else here. */
export function toMemberRow(read: ReadColumns, image: ImageColumn): MemberRow {
  return {
    id: read.id,
    appId: read.appId,
    mode: read.mode,
    email: read.email,
    passwordHash: read.passwordHash,
    verified: read.verified === 1,
    providers: read.providers?.split(' ') ?? [],
    profileImage: read.profileImage === null ? null : image.toUrl(read.profileImage),
    loginRedirect: read.loginRedirect,
    stripeCustomerId: read.stripeCustomerId,
    customFields: parseObject(read.customFields),
    metaData: parseObject(read.metaData),
    json: parseObject(read.json),
    createdAt: read.createdAt,
    lastLoginAt: read.lastLoginAt,
  }
}

/** Most of these columns are empty objects. */
const parseObject = (text: string) => (text === '{}' ? {} : JSON.parse(text))

export function toMemberColumns(
  { providers: _connections, ...member }: MemberRow,
  image: ImageColumn,
): Omit<Columns, OtherColumns> {
  return {
    ...member,
    verified: member.verified ? 1 : 0,
    profileImage: member.profileImage === null ? null : image.toColumn(member.profileImage),
    customFields: JSON.stringify(member.customFields),
    metaData: JSON.stringify(member.metaData),
    json: JSON.stringify(member.json),
  }
}

export function toChangedColumns(changes: MemberChanges, image: ImageColumn): Partial<Omit<Columns, OtherColumns>> {
  const { verified, profileImage, customFields, metaData, json, ...rest } = changes
  return {
    ...rest,
    ...(verified !== undefined && { verified: verified ? 1 : 0 }),
    ...(profileImage !== undefined && { profileImage: profileImage === null ? null : image.toColumn(profileImage) }),
    ...(customFields && { customFields: JSON.stringify(customFields) }),
    ...(metaData && { metaData: JSON.stringify(metaData) }),
    ...(json && { json: JSON.stringify(json) }),
  }
}
