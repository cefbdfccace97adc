import type { Answer, Input } from '../../../contract/schemas'
import { lockCaller } from '../../features/members/context'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { findOwnTag } from '../../domain/tags/find-own-tag'
import { toHeldTag } from '../../domain/tags/signed-tag'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestFor } from '../../ports/handler'

/** Sets who may see a TrustTag. @throws ApiError `not-found`, `client/invalid-token`, `tag-not-found` */
export async function updateTag(
  services: SignedTagServices,
  request: RequestFor<'updateTag'>,
  { tagId, visibility }: Input<'updateTag'>,
): Promise<Answer<'updateTag'>> {
  requireTrustTags(request.app)
  const tag = await services.store.transaction(async (repositories) => {
    await lockCaller(repositories, services, request)
    const found = await findOwnTag(repositories, request, tagId)
    await repositories.tags.update(tagId, { visibility })
    return { ...found, visibility }
  })
  return { data: await toHeldTag(services, tag) }
}
