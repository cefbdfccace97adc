import type { PublicProfile, TagProfile } from '../../../contract/schemas/tag-profiles'
import type { MemberRow } from '../../ports/store'
import type { AppDefinition } from '../apps/definition'
import { countCredits } from '../tag-purchases/serializers'
import { freeOffer } from '../tag-purchases/offer'
import { readSignedTags, toHeldTags } from '../tags/signed-tag'
import type { SignedTagServices } from '../tags/signed-tag'
import { defaultSettings } from '../tags/holder'
import type { ProfileRow } from '../../ports/trusttag/tag-store'
import type { Mode } from '../../domain/mode'
import type { PublicUrls } from '../../ports/services'

const ACTIVITIES_SHOWN_MAX = 100

/** The profile as its holder sees it. Reading creates none: without a row the default settings apply. */
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

interface FoundProfile {
  profile: ProfileRow
  publicProfile: PublicProfile
}

/** Null for an unknown slug, a profile that is switched off, and one without public TrustTags. */
export async function findPublicProfile(
  services: SignedTagServices,
  { app, mode }: { app: AppDefinition; mode: Mode },
  slug: string,
): Promise<FoundProfile | null> {
  const { store } = services
  const profile = await store.profiles.findBySlug(app.id, mode, slug)
  const member = profile?.publicProfile ? await store.members.findById(profile.memberId) : null
  if (!profile || !member) return null
  const rows = (await store.tags.listByMember(member.id)).filter(({ visibility }) => visibility === 'PUBLIC')
  const shown = (await readSignedTags(services, rows))
    .filter(({ state, tag }) => state !== 'altered' && tag.status !== 'revoked')
    .map(({ tag }) => tag)
  const [newest] = shown
  if (!newest) return null
  return {
    profile,
    publicProfile: {
      name: newest.holderName,
      headline: headlineOf(app, member),
      picture: member.profileImage,
      memberSince: new Date(member.createdAt).toISOString(),
      tags: shown,
      ...(profile.shareAnalytics && { views: profile.views }),
    },
  }
}

/** The profession, if the app declares that field public. */
function headlineOf({ customFields }: AppDefinition, member: MemberRow): string | null {
  const isPublic = customFields.some(({ key, visibility }) => key === HEADLINE_FIELD && visibility === 'PUBLIC')
  const value = member.customFields[HEADLINE_FIELD]
  return isPublic && typeof value === 'string' ? value.trim() || null : null
}

const HEADLINE_FIELD = 'profession'

const profileUrl = ({ site }: Pick<PublicUrls, 'site'>, slug: string): string => `${site}/t/${slug}`
