import type { RequestContext } from '../../ports/handler'
import type { MemberRow, Repositories } from '../../ports/store'
import type { ProfileRow, TagRow } from '../../ports/trusttag/tag-store'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../ports/services'
import type { Secrets } from '../../lib/ids'

/** @throws ApiError `tag-not-found`, also for somebody else's */
export async function findOwnTag(
  { tags }: Pick<Repositories, 'tags'>,
  { app, mode, member }: Pick<RequestContext, 'app' | 'mode'> & { member: MemberRow },
  id: string,
): Promise<TagRow> {
  const tag = await tags.find(id)
  if (tag?.memberId !== member.id || tag.appId !== app.id || tag.mode !== mode) throw new ApiError('tag-not-found')
  return tag
}

/** What holds while a member has set nothing. What is shown to others is still chosen for each TrustTag. */
export const defaultSettings = { publicProfile: true, emailNotifications: true, shareAnalytics: true } as const

/** The member's profile, made where there is none yet. Within a transaction that holds the member. */
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

/** No letter or digit that is taken for another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits: nobody finds a profile by trying. */
const LENGTH = 12

/** Of the address of a profile. It says nothing about its holder. */
export const newSlug = ({ below }: Pick<Secrets, 'below'>): string =>
  Array.from({ length: LENGTH }, () => ALPHABET.charAt(below(ALPHABET.length))).join('')
