import type { Db, Tx } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { Secrets } from '../../lib/ids'
import type { RequestContext } from '../members/context'
import type { Services } from '../../http/services'
import type { MemberRow } from '../members/repository'
import { findProfileByMember, findTagById, insertProfile, listTagsByMember } from './repository'
import type { ProfileRow, TagRow } from './repository'

/** @throws ApiError `tag-not-found`, also for a TrustTag of another member */
export async function findOwnTag(
  db: Db,
  { app, mode, member }: Pick<RequestContext, 'app' | 'mode'> & { member: MemberRow },
  id: string,
): Promise<TagRow> {
  const tag = await findTagById(db, id)
  if (tag?.memberId !== member.id || tag.appId !== app.id || tag.mode !== mode) throw new ApiError('tag-not-found')
  return tag
}

/** The name of the account's TrustTags; null before the first one. */
export async function findHolderName(db: Db, memberId: string): Promise<string | null> {
  const reviewed = (await findProfileByMember(db, memberId))?.holderName ?? null
  return reviewed ?? (await listTagsByMember(db, memberId)).at(-1)?.holderName ?? null
}

/** Visibility is also set per TrustTag. */
export const defaultSettings = { publicProfile: true, emailNotifications: true, shareAnalytics: true } as const

/** The member's profile, created if missing, under the member's lock. */
export async function ensureProfile(
  tx: Tx,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { id, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
): Promise<ProfileRow> {
  const found = await findProfileByMember(tx, id)
  if (found) return found
  const profile = {
    memberId: id,
    appId,
    mode,
    slug: newSlug(secrets),
    ...defaultSettings,
    views: 0,
    holderName: null,
    createdAt: clock.now(),
  }
  await insertProfile(tx, profile)
  return profile
}

/** Without similar-looking letters and digits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits: too many to guess. */
const LENGTH = 12

/** Part of a profile's URL. It must not reveal the holder. */
const newSlug = ({ below }: Pick<Secrets, 'below'>): string =>
  Array.from({ length: LENGTH }, () => ALPHABET.charAt(below(ALPHABET.length))).join('')
