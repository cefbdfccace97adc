import type { OwnerScope } from '../apps/definition'
import * as v from 'valibot'
import { GENERAL_TAG_STARTS } from '../../../contract/is-general-tag'
import { WORKPLACE_BASICS } from '../../../contract/tag-texts'
import type { Db } from '../../database/db'
import { olderThan } from '../../database/sql'
import type { PageCursor } from '../../database/sql'
import type { Tables } from '../../database/tables'
import type { Mode } from '../../lib/ids'
import { storedTopics } from '../assessments/repository'
import type { TopicScore } from '../assessments/repository'
import type { TagProof } from '../credentials/build'

export interface TagRow extends Omit<Tables['tags'], 'topics' | 'proof' | 'isReviewed'> {
  isReviewed: boolean
  topics: TopicScore[]
  /** Null: issued before the log, and not yet in it. */
  proof: TagProof | null
}

type ProfileSettings = Record<'publicProfile' | 'emailNotifications' | 'shareAnalytics', boolean>

export type ProfileRow = Omit<Tables['tagProfiles'], keyof ProfileSettings> & ProfileSettings

/** @throws UniqueConstraintError if the id, the attempt or the credit already has a TrustTag */
export async function insertTag({ kysely }: Db, { topics, proof, isReviewed, ...row }: TagRow): Promise<void> {
  await kysely
    .insertInto('tags')
    .values({
      ...row,
      isReviewed: isReviewed ? 1 : 0,
      topics: JSON.stringify(topics),
      proof: proof && JSON.stringify(proof),
    })
    .execute()
}

export async function findTagById({ kysely }: Db, id: string): Promise<TagRow | null> {
  const row = await kysely.selectFrom('tags').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toTag(row) : null
}

/** Filters in SQL, so that private and missing TrustTags look the same to later code. */
export async function findVisibleTag({ kysely }: Db, id: string): Promise<TagRow | null> {
  const row = await kysely
    .selectFrom('tags')
    .selectAll()
    .where('id', '=', id)
    .where('visibility', '<>', 'PRIVATE')
    .executeTakeFirst()
  return row ? toTag(row) : null
}

export async function findTagByAttempt({ kysely }: Db, attemptId: string): Promise<TagRow | null> {
  const row = await kysely.selectFrom('tags').selectAll().where('attemptId', '=', attemptId).executeTakeFirst()
  return row ? toTag(row) : null
}

/** Newest first. */
export async function listTagsByMember({ kysely }: Db, memberId: string): Promise<TagRow[]> {
  const rows = await kysely
    .selectFrom('tags')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toTag)
}

/** Newest first. @param before end of the previous page; null for the first */
export async function listTagsByApp(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  limit: number,
  before: PageCursor | null,
): Promise<TagRow[]> {
  const rows = await kysely
    .selectFrom('tags')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where(olderThan('issuedAt', 'id', before))
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toTag)
}

/** IDs of TrustTags without a credential, oldest first. */
export async function listTagsWithoutCredential({ kysely }: Db, limit: number): Promise<string[]> {
  const rows = await kysely
    .selectFrom('tags')
    .select('id')
    .where('proof', 'is', null)
    .orderBy('issuedAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** TrustTags of the general questions that name a trade, oldest first. */
export async function listOlderGeneralTags(
  { kysely }: Db,
  { appId, mode }: { appId: string; mode: Mode },
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('tags')
    .select('id')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('skill', '<>', WORKPLACE_BASICS)
    .where((columns) => columns.or(GENERAL_TAG_STARTS.map((start) => columns('id', 'like', `${start}%`))))
    .orderBy('issuedAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateTag(
  { kysely }: Db,
  id: string,
  { proof, ...changes }: Partial<Pick<TagRow, 'visibility' | 'proof' | 'skill' | 'category'>>,
): Promise<void> {
  const set = { ...changes, ...(proof !== undefined && { proof: proof && JSON.stringify(proof) }) }
  if (Object.keys(set).length > 0) await kysely.updateTable('tags').set(set).where('id', '=', id).execute()
}

/** False if it is already revoked, or gone. Atomic. */
export async function markTagRevoked(
  { kysely }: Db,
  id: string,
  revokedAt: number,
  revokeReason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('tags')
    .set({ revokedAt, revokeReason })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const storedProof = v.object({ leafHash: v.string(), logIndex: v.number() })

const toTag = ({ topics, proof, isReviewed, ...row }: Tables['tags']): TagRow => ({
  ...row,
  isReviewed: isReviewed === 1,
  topics: v.parse(storedTopics, JSON.parse(topics)),
  proof: proof === null ? null : v.parse(storedProof, JSON.parse(proof)),
})

/** False if the member already has one. @throws UniqueConstraintError if the slug is taken */
export async function insertProfile({ kysely }: Db, profile: ProfileRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('tagProfiles')
    .values({ ...profile, ...toFlags(profile) })
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export async function findProfileByMember({ kysely }: Db, memberId: string): Promise<ProfileRow | null> {
  const row = await kysely.selectFrom('tagProfiles').selectAll().where('memberId', '=', memberId).executeTakeFirst()
  return row ? toProfile(row) : null
}

export async function findProfileBySlug(
  { kysely }: Db,
  appId: string,
  mode: Mode,
  slug: string,
): Promise<ProfileRow | null> {
  const row = await kysely
    .selectFrom('tagProfiles')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row ? toProfile(row) : null
}

export async function updateProfile(
  { kysely }: Db,
  memberId: string,
  changes: Partial<ProfileSettings & Pick<ProfileRow, 'holderName'>>,
): Promise<void> {
  const { holderName, ...settings } = changes
  const set = { ...toFlags(settings), ...(holderName !== undefined && { holderName }) }
  if (Object.keys(set).length > 0)
    await kysely.updateTable('tagProfiles').set(set).where('memberId', '=', memberId).execute()
}

export async function incrementViews({ kysely }: Db, memberId: string): Promise<void> {
  await kysely
    .updateTable('tagProfiles')
    .set(({ eb }) => ({ views: eb('views', '+', 1) }))
    .where('memberId', '=', memberId)
    .execute()
}

const settingNames = ['publicProfile', 'emailNotifications', 'shareAnalytics'] as const
type Flags<T> = { [K in keyof T & keyof ProfileSettings]: 0 | 1 }

/** The settings among the fields, as columns. */
function toFlags<T extends Partial<ProfileSettings>>(fields: T): Flags<T> {
  const flags = settingNames.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name] ? 1 : 0]]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the settings that the fields have
  return Object.fromEntries(flags) as Flags<T>
}

const toProfile = (row: Tables['tagProfiles']): ProfileRow => ({
  ...row,
  publicProfile: row.publicProfile === 1,
  emailNotifications: row.emailNotifications === 1,
  shareAnalytics: row.shareAnalytics === 1,
})
