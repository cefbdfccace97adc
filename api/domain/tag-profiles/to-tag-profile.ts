import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import type { MemberRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { countCredits } from '../tag-purchases/to-tag-purchase'
import { freeOffer } from '../tag-purchases/free-offer'
import { toHeldTags } from '../tags/signed-tag'
import type { SignedTagServices } from '../tags/signed-tag'
import { defaultSettings } from './ensure-profile'
import { profileUrl } from './profile-url'

const ACTIVITIES_SHOWN_MAX = 100

/** The profile as its holder sees it. Reading it makes none: until there is one, the settings are the usual ones. */
export async function toTagProfile(
  services: SignedTagServices,
  app: AppDefinition,
  { id }: Pick<MemberRow, 'id'>,
): Promise<TagProfile> {
  const { store, clock, urls } = services
  const profile = await store.profiles.find(id)
  const { publicProfile, emailNotifications, shareAnalytics } = profile ?? defaultSettings
  const activities = await store.activities.listByMember(id, ACTIVITIES_SHOWN_MAX)
  return {
    slug: profile?.slug ?? null,
    publicUrl: profile && profileUrl(urls, profile.slug),
    publicProfile,
    emailNotifications,
    shareAnalytics,
    views: profile?.views ?? 0,
    tags: await toHeldTags(services, await store.tags.listByMember(id)),
    activity: activities.map(({ action, skill, at }) => ({ action, skill, date: new Date(at).toISOString() })),
    credits: { available: countCredits(await store.credits.listByMember(id)).available },
    offer: freeOffer(app, clock.now()),
  }
}
