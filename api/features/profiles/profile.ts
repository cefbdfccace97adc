import type { PublicProfile, TagProfile } from '../../../contract/schemas/tag-profiles'
import type { Mode } from '../../lib/ids'
import { tryTake } from '../../http/rate-limits/limiter'
import type { PublicUrls, Services } from '../../http/services'
import { countCredits, listCredits } from '../tags/credits'
import type { AppDefinition } from '../apps/definition'
import { identifyApp } from '../apps/identify-app'
import { listActivities } from '../assessments/repository'
import { findMemberById, type MemberRow } from '../members/repository'
import { freeOffer } from '../tag-purchases/purchase'
import { defaultSettings, findHolderName } from '../tags/holder'
import { findProfileByMember, findProfileBySlug, listTagsByMember, type ProfileRow } from '../tags/repository'
import { readSignedTags, type SignedTagServices, toHeldTags } from '../tags/signed-tag'
import { findShownTag, type ShownTag } from '../tags/verify'

const ACTIVITIES_SHOWN_MAX = 100

/** For its holder. Without a row, the default settings apply; reading creates none. */
export async function toTagProfile(
  services: SignedTagServices,
  app: AppDefinition,
  { id }: Pick<MemberRow, 'id'>,
): Promise<TagProfile> {
  const { store, clock, urls } = services
  const profile = await findProfileByMember(store, id)
  const { publicProfile, emailNotifications, shareAnalytics } = profile ?? defaultSettings
  const activities = await listActivities(store, id, ACTIVITIES_SHOWN_MAX)
  return {
    slug: profile?.slug ?? null,
    publicUrl: profile && profileUrl(urls, profile.slug),
    publicProfile,
    emailNotifications,
    shareAnalytics,
    views: profile?.views ?? 0,
    holderName: await findHolderName(store, id),
    tags: await toHeldTags(services, await listTagsByMember(store, id)),
    activity: activities.map(({ action, skill, at }) => ({ action, skill, date: new Date(at).toISOString() })),
    credits: { available: countCredits(await listCredits(store, id)).available },
    offer: freeOffer(app, clock.now()),
  }
}

interface FoundProfile {
  profile: ProfileRow
  publicProfile: PublicProfile
}

/** Null for an unknown slug, a profile that is off, and one without public TrustTags. */
export async function findPublicProfile(
  services: SignedTagServices,
  { app, mode }: { app: AppDefinition; mode: Mode },
  slug: string,
): Promise<FoundProfile | null> {
  const { store } = services
  const profile = await findProfileBySlug(store, app.id, mode, slug)
  const member = profile?.publicProfile ? await findMemberById(store, profile.memberId) : null
  if (!profile || !member) return null
  const rows = (await listTagsByMember(store, member.id)).filter(({ visibility }) => visibility === 'PUBLIC')
  const shown = (await readSignedTags(services, rows))
    .filter(({ state, tag }) => state !== 'altered' && tag.status !== 'revoked')
    .map(({ tag }) => tag)
  const [newest] = shown
  if (!newest) return null
  return {
    profile,
    publicProfile: {
      name: newest.holderName,
      nameState: newest.nameState,
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

/** Facts that the site's server writes into a page before scripts run. Same limits as the API. */
export interface SiteLookups {
  /** @param ipAddress IP address of the page's visitor */
  findTag(id: string, ipAddress: string): Promise<ShownTag | null>
  /** @param appId of the app that the page belongs to */
  findProfile(appId: string, slug: string, ipAddress: string): Promise<ShownProfile | null>
}

export interface ShownProfile {
  profile: PublicProfile
  isListed: boolean
}

/** Counts no view, because the page also calls the API. Past a limit, the page shows its generic texts. */
export function createSiteLookups(services: SignedTagServices & Pick<Services, 'rateLimiter'>): SiteLookups {
  const { store, urls, rateLimiter } = services
  return {
    async findTag(id, ipAddress) {
      const mayAsk = await tryTake(rateLimiter, 'tagChecksPerAddress', ipAddress)
      const shown = mayAsk ? await findShownTag(services, id) : null
      // Unsigned facts must not appear on a page.
      return shown?.state === 'altered' ? null : shown
    },
    async findProfile(appId, slug, ipAddress) {
      if (!(await tryTake(rateLimiter, 'profileViewsPerAddress', ipAddress))) return null
      const identified = await identifyApp(store, { appId, key: undefined, origin: urls.site })
      const found = await findPublicProfile(services, identified, slug)
      return found && { profile: found.publicProfile, isListed: identified.mode === 'live' }
    },
  }
}
