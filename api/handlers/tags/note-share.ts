import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../features/members/context'
import { noteActivity } from '../../domain/assessments/note-activity'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { findOwnTag } from '../../domain/tags/find-own-tag'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Notes in the member's activity that they handed a link on. @throws ApiError `not-found`, `too-many-requests`, `tag-not-found` */
export async function noteShare(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'noteShare'>,
  { tagId }: Input<'noteShare'>,
): Promise<Answer<'noteShare'>> {
  requireTrustTags(request.app)
  await services.rateLimiter.take('tagSharesPerAccount', request.member.id)
  await services.store.transaction(async (repositories) => {
    await lockCaller(repositories, services, request)
    const tag = await findOwnTag(repositories, request, tagId)
    await noteActivity(repositories, services, tag, 'TrustTag shared')
  })
  return { data: { trustTagId: tagId } }
}
