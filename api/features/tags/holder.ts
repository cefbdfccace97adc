import type { RequestContext } from '../../ports/handler'
import type { MemberRow, Repositories } from '../../ports/store'
import type { ProfileRow, TagRow } from '../../ports/trusttag/tag-store'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../ports/services'
import type { Secrets } from '../../lib/ids'

/** @throws ApiError `tag-not-found`, also for a TrustTag of another member */
export async function findOwnTag(
  { tags }: Pick<Repositories, 'tags'>,
  { app, mode, member }: Pick<RequestContext, 'app' | 'mode'> & { member: MemberRow },
  id: string,
): Promise<TagRow> {
  const tag = await tags.find(id)
  if (tag?.memberId !== member.id || tag.appId !== app.id || tag.mode !== mode) throw new ApiError('tag-not-found')
  return tag
}

/** Visibility is still chosen for each TrustTag. */
export const defaultSettings = { publicProfile: true, emailNotifications: true, shareAnalytics: true } as const

/** The member's profile, created if missing. Runs under the lock of the member. */
export async function ensureProfile(
  { profiles }: Pick<Repositories, 'profiles'>,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { id, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
): Promise<ProfileRow> {
  const found = await profiles.find(id)
  if (found) return found
  const profile = {
    memberId: id,
    appId,
    mode,
    slug: newSlug(secrets),
    ...defaultSettings,
    views: 0,
    createdAt: clock.now(),
  }
  await profiles.insert(profile)
  return profile
}

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits: too many to guess. */
const LENGTH = 12

/** Part of a profile's URL. It must not reveal the holder. */
const newSlug = ({ below }: Pick<Secrets, 'below'>): string =>
  Array.from({ length: LENGTH }, () => ALPHABET.charAt(below(ALPHABET.length))).join('')
