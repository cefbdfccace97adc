import type { PublicProfile } from '../../../contract/schemas/tag-profiles'
import type { MemberRow } from '../../ports/store'
import type { ProfileRow } from '../../ports/trusttag/tag-store'
import type { AppDefinition } from '../app-definition'
import type { Mode } from '../../lib/ids'
import { readSignedTags } from '../tags/signed-tag'
import type { SignedTagServices } from '../tags/signed-tag'

/** A profile as others see it, and whose it is. */
export interface FoundProfile {
  profile: ProfileRow
  shown: PublicProfile
}

/**
 * The public profile at an address; null where there is none, where its holder switched it off, and where nothing on it is
 * public.
 */
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
    shown: {
      name: newest.holderName,
      headline: headlineOf(app, member),
      picture: member.profileImage,
      memberSince: new Date(member.createdAt).toISOString(),
      tags: shown,
      ...(profile.shareAnalytics && { views: profile.views }),
    },
  }
}

/** What the member does, where the app says that everybody may read it. */
function headlineOf({ customFields }: AppDefinition, member: MemberRow): string | null {
  const isPublic = customFields.some(({ key, visibility }) => key === HEADLINE_FIELD && visibility === 'PUBLIC')
  const value = member.customFields[HEADLINE_FIELD]
  return isPublic && typeof value === 'string' ? value.trim() || null : null
}

const HEADLINE_FIELD = 'profession'
