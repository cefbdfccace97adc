import { tryTake } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import { requireTrustTags } from '../assessments/attempts'
import { type Handlers, lockCaller, type RequestContext } from '../members/context'
import { exportFileName } from '../tags/files'
import { ensureProfile } from '../tags/holder'
import { incrementViews, type ProfileRow, updateProfile } from '../tags/repository'
import { exportMember, packPortfolio, portfolioFile } from './export'
import { findPublicProfile, toTagProfile } from './profile'

/** Each throws ApiError `not-found` if the app has no TrustTags. */
export const profileHandlers = {
  async getTagProfile(services, { app, member }) {
    requireTrustTags(app)
    return { data: await toTagProfile(services, app, member) }
  },

  /** Changes the given settings. @throws ApiError `client/invalid-token` */
  async updateTagProfile(services, request, { publicProfile, emailNotifications, shareAnalytics }) {
    requireTrustTags(request.app)
    await services.store.transaction(async (tx) => {
      const { current } = await lockCaller(tx, services, request)
      await ensureProfile(tx, services, current)
      await updateProfile(tx, current.id, {
        ...(publicProfile !== undefined && { publicProfile }),
        ...(emailNotifications !== undefined && { emailNotifications }),
        ...(shareAnalytics !== undefined && { shareAnalytics }),
      })
    })
    return { data: await toTagProfile(services, request.app, request.member) }
  },

  /** A profile for others; counts the view. @throws ApiError `too-many-requests`, `profile-not-found` */
  async getPublicProfile(services, request, { slug }) {
    requireTrustTags(request.app)
    await services.rateLimiter.take('profileViewsPerAddress', request.address)
    const found = await findPublicProfile(services, request, slug)
    if (!found) throw new ApiError('profile-not-found')
    await countView(services, request, found.profile)
    return { data: found.publicProfile }
  },

  async getPortfolioText(services, { app, member }) {
    requireTrustTags(app)
    const { name, text } = await portfolioFile(services, member.id)
    return { data: { fileName: `${name}.txt`, text } }
  },

  /** All of the member's TrustTags, with certificates and images. @throws ApiError `too-many-requests` */
  async getPortfolioArchive(services, { app, member }) {
    requireTrustTags(app)
    await services.rateLimiter.take('tagArchivesPerAccount', member.id)
    const { name, text, reported } = await portfolioFile(services, member.id)
    const content = await packPortfolio(services, reported, { fileName: `${name}.txt`, text })
    return { fileName: `${name}.zip`, mediaType: 'application/zip', content }
  },

  /** @throws ApiError `too-many-requests` */
  async exportMyData(services, { app, member }) {
    requireTrustTags(app)
    await services.rateLimiter.take('tagDownloadsPerAccount', member.id)
    const records = await exportMember(services, app, member)
    const now = services.clock.now()
    return { data: { fileName: exportFileName(now), exportedAt: new Date(now).toISOString(), records } }
  },
} satisfies Partial<Handlers>

/** Skips the holder's own views, visitors who refuse tracking, and repeated views. */
async function countView(
  { store, rateLimiter }: Pick<Services, 'store' | 'rateLimiter'>,
  { member, mayTrack, address }: RequestContext,
  { memberId, shareAnalytics }: ProfileRow,
): Promise<void> {
  if (!shareAnalytics || !mayTrack || member?.id === memberId) return
  if (await tryTake(rateLimiter, 'countedViewsPerVisitor', `${memberId} ${address}`))
    await incrementViews(store, memberId)
}
