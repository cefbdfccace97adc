import { ApiError } from '../../lib/errors'
import { tryTake } from '../../ports/rate-limiter'
import { lockCaller } from '../members/context'
import { ensureProfile } from '../tags/holder'
import { exportFileName } from '../tags/files'
import type { Handlers, RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { ProfileRow } from '../../ports/trusttag/tag-store'
import { requireTrustTags } from '../assessments/access'
import { exportMember } from './export'
import { packPortfolio, portfolioFile } from './portfolio'
import { findPublicProfile, toTagProfile } from './profile'

/** Endpoints of profiles. Without TrustTags in the app each throws ApiError `not-found`. */
export const profileHandlers = {
  /** The member's profile with TrustTags, activity and credits. */
  async getTagProfile(services, { app, member }) {
    requireTrustTags(app)
    return { data: await toTagProfile(services, app, member) }
  },

  /** Changes the settings that are sent. @throws ApiError `client/invalid-token` */
  async updateTagProfile(services, request, { publicProfile, emailNotifications, shareAnalytics }) {
    requireTrustTags(request.app)
    await services.store.transaction(async (repositories) => {
      const { current } = await lockCaller(repositories, services, request)
      await ensureProfile(repositories, services, current)
      await repositories.profiles.update(current.id, {
        ...(publicProfile !== undefined && { publicProfile }),
        ...(emailNotifications !== undefined && { emailNotifications }),
        ...(shareAnalytics !== undefined && { shareAnalytics }),
      })
    })
    return { data: await toTagProfile(services, request.app, request.member) }
  },

  /** A profile as others see it; counts the view. @throws ApiError `too-many-requests`, `profile-not-found` */
  async getPublicProfile(services, request, { slug }) {
    requireTrustTags(request.app)
    await services.rateLimiter.take('profileViewsPerAddress', request.address)
    const found = await findPublicProfile(services, request, slug)
    if (!found) throw new ApiError('profile-not-found')
    await countView(services, request, found.profile)
    return { data: found.publicProfile }
  },

  /** All of the member's TrustTags as a text file. */
  async getPortfolioText(services, { app, member }) {
    requireTrustTags(app)
    const { name, text } = await portfolioFile(services, member.id)
    return { data: { fileName: `${name}.txt`, text } }
  },

  /** All of the member's TrustTags with certificates and images in one archive. @throws ApiError `too-many-requests` */
  async getPortfolioArchive(services, { app, member }) {
    requireTrustTags(app)
    await services.rateLimiter.take('tagArchivesPerAccount', member.id)
    const { name, text, reported } = await portfolioFile(services, member.id)
    const content = await packPortfolio(services, reported, { fileName: `${name}.txt`, text })
    return { fileName: `${name}.zip`, mediaType: 'application/zip', content }
  },

  /** All stored data of the member. @throws ApiError `too-many-requests` */
  async exportMyData(services, { app, member }) {
    requireTrustTags(app)
    await services.rateLimiter.take('tagDownloadsPerAccount', member.id)
    const records = await exportMember(services, app, member)
    const now = services.clock.now()
    return { data: { fileName: exportFileName(now), exportedAt: new Date(now).toISOString(), records } }
  },
} satisfies Partial<Handlers>

/** Skips the holder's own views, visitors who refuse tracking, and repeated views of one visitor. */
async function countView(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  { member, mayTrack, address }: RequestContext,
  { memberId, shareAnalytics }: ProfileRow,
): Promise<void> {
  if (!shareAnalytics || !mayTrack || member?.id === memberId) return
  if (await tryTake(rateLimiter, 'countedViewsPerVisitor', `${memberId} ${address}`))
    await store.profiles.countView(memberId)
}
