import type { Answer, Input } from '../../../contract/schemas'
import { tryTake } from '../../domain/accounts/try-take'
import { ApiError } from '../../lib/errors'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { findPublicProfile } from '../../domain/tag-profiles/find-public-profile'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { ProfileRow } from '../../ports/trusttag/tag-store'

type Parts = SignedTagServices & Pick<Services, 'rateLimiter'>

/** A profile as others see it, and counts the view. @throws ApiError `not-found`, `too-many-requests`, `profile-not-found` */
export async function getPublicProfile(
  services: Parts,
  request: RequestContext,
  { slug }: Input<'getPublicProfile'>,
): Promise<Answer<'getPublicProfile'>> {
  requireTrustTags(request.app)
  await services.rateLimiter.take('profileViewsPerAddress', request.address)
  const found = await findPublicProfile(services, request, slug)
  if (!found) throw new ApiError('profile-not-found')
  await countView(services, request, found.profile)
  return { data: found.shown }
}

/** Neither the holder's own, nor who asked not to be counted, nor the same visitor again and again. */
async function countView(
  { store, rateLimiter }: Parts,
  { member, mayTrack, address }: RequestContext,
  { memberId, shareAnalytics }: ProfileRow,
): Promise<void> {
  if (!shareAnalytics || !mayTrack || member?.id === memberId) return
  if (await tryTake(rateLimiter, 'countedViewsPerVisitor', `${memberId} ${address}`))
    await store.profiles.countView(memberId)
}
