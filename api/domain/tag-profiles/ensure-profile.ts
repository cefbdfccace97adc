import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { ProfileRow } from '../../ports/trusttag/tag-store'
import { newSlug } from './new-slug'

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
